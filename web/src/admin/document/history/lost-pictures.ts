import { type Item, nameOf } from "./match-items"

type Values = Record<string, unknown>
type Less = { values: Values; isLess: boolean }

const UPLOAD = /\/storage\/v1\/(?:object|render\/image)\/public\/[\w./-]+/g
const PICTURE = /<img\b[^>]*>/g

const uploadsIn = (values: unknown) => [
  ...new Set((JSON.stringify(values) ?? "").match(UPLOAD) ?? []),
]

/** Values of a version without the pictures that were deleted since: what is there now stays in their place. Nothing is asked where there are none. */
export function withoutLost(then: Values, now: Values): Less | Promise<Less> {
  const all = uploadsIn(then).filter((address) => !uploadsIn(now).includes(address))
  if (all.length === 0) return { values: then, isLess: false }
  return Promise.all(all.map(isLost)).then((lost) => {
    const gone = all.filter((_, at) => lost[at])
    return { values: cut(then, now, gone) as Values, isLess: gone.length > 0 }
  })
}

/** What cannot be asked for is there, as far as anybody knows. */
const isLost = (address: string) =>
  fetch(address, { method: "HEAD", cache: "no-store" }).then(
    ({ status }) => status === 404,
    () => false,
  )

function cut(then: unknown, now: unknown, gone: string[]): unknown {
  if (!uploadsIn(then).some((address) => gone.includes(address))) return then
  if (typeof then === "string") return /<\w/.test(then) ? cutTags(then, gone) : (now ?? "")
  if (Array.isArray(then))
    return then.map((item: Item) => {
      const same = (other: Item) => nameOf(other) === nameOf(item)
      return cut(item, Array.isArray(now) ? now.find(same) : undefined, gone)
    })
  const before = Object(now) as Values
  return Object.fromEntries(
    Object.entries(then as Values).map(([key, value]) => [key, cut(value, before[key], gone)]),
  )
}

const cutTags = (html: string, gone: string[]) =>
  html.replace(PICTURE, (tag) => (uploadsIn(tag).some((one) => gone.includes(one)) ? "" : tag))

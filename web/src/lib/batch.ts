import { reading } from "./procedures.gen"
import { withinTime } from "./within-time"

type Asked = {
  path: string
  init: RequestInit
  resolve: (answer: Response | Promise<Response>) => void
  reject: (error: unknown) => void
}

type Answered = { status: number; headers: Record<string, string>; body: string }

const BATCH = "/rest/v1/batch"
const MOST = 50
/** How long what is not urgent waits for something that is. */
const IDLE_MS = 250

let waiting: Asked[] = []
let timer: ReturnType<typeof setTimeout> | undefined
let isSoon = false

/** What belongs to no screen alone travels with what the screen asks for; as RFC 9218 says it. */
export const LOW = ["Priority", "u=6"] as const

/** Asked for at the same moment as what was asked for before it, and read after that. */
export const AFTER = ["Vitrine-Order", "after"] as const

const has = ({ init }: Pick<Asked, "init">, [name, value]: readonly [string, string]) =>
  new Headers(init.headers).get(name) === value

/** Reads that are asked for at the same time are one request. Everything else goes on its own. */
export function batched(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const { origin, pathname, search } = new URL(String(input), location.href)
  const path = pathname + search
  if (origin !== location.origin || !mayShare(path, init)) return withinTime(input, init)
  return new Promise((resolve, reject) => {
    waiting.push({ path, init, resolve, reject })
    const isLow = has({ init }, LOW)
    if (timer !== undefined && (isSoon || isLow)) return
    clearTimeout(timer)
    isSoon = !isLow
    timer = setTimeout(send, isLow ? IDLE_MS : 0)
  })
}

// Calls that only read, and the one that says where somebody is.
const CALLS = [...reading, "editing"].map((name) => `/rest/v1/rpc/${name}`)

const mayShare = (path: string, { method = "GET" }: RequestInit) =>
  method === "POST"
    ? CALLS.includes(path)
    : /^\/rest\/v1\/\w/.test(path) && (method === "GET" || method === "HEAD")

async function send() {
  const all = waiting.filter(({ init }) => !init.signal?.aborted)
  for (const one of waiting) if (one.init.signal?.aborted) alone(one)
  waiting = []
  timer = undefined
  for (let at = 0; at < all.length; at += MOST) await together(all.slice(at, at + MOST))
}

// A server that takes no batch, such as an older one during an upgrade, is asked for each.
function alone({ path, init, resolve }: Asked): Promise<unknown> {
  const answer = withinTime(path, init)
  resolve(answer)
  return answer.catch(() => undefined)
}

async function together(all: Asked[]) {
  const apart = async () => {
    const before: Promise<unknown>[] = []
    for (const one of all) {
      if (has(one, AFTER)) await Promise.all(before)
      before.push(alone(one))
    }
  }
  if (all.length < 2) return apart()
  const headers = new Headers(all[0]?.init.headers)
  headers.set("Content-Type", "application/json")
  const body = JSON.stringify(all.map(asText))
  try {
    const answer = await withinTime(BATCH, { method: "POST", headers, body })
    if (!answer.ok) return apart()
    const answers: Answered[] = await answer.json()
    for (const [at, one] of all.entries()) {
      const { status = 0, headers, body } = answers[at] ?? {}
      // Some answers must have no body, not even an empty one.
      if (status > 0) one.resolve(new Response(body || null, { status, headers }))
      else alone(one)
    }
  } catch (error) {
    for (const { reject } of all) reject(error)
  }
}

// Who asks, and where from, is said once, by the request that holds them.
const OWN = ["accept", "accept-profile", "content-profile", "content-type", "prefer", "range"]

const asText = ({ path, init: { method = "GET", headers, body } }: Asked) => ({
  method,
  path,
  headers: Object.fromEntries([...new Headers(headers)].filter(([name]) => OWN.includes(name))),
  body: body ?? "",
})

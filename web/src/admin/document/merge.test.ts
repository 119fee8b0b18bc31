import { expect, test } from "vitest"
import { merge } from "./merge"

const area = (title: string, text = `About ${title}`) => ({ title, text })

test("different fields are put together", () => {
  const before = { title: "Old", rank: 3, theme: { hue: 1, type: "a" } }
  const mine = { ...before, title: "Typed", theme: { hue: 2, type: "a" } }
  const theirs = { ...before, rank: 7, theme: { hue: 1, type: "b" } }
  expect(merge(before, mine, theirs)).toEqual({
    values: { title: "Typed", rank: 7, theme: { hue: 2, type: "b" } },
    clashes: [],
  })
})

test("the same field is one's own until theirs is chosen, and the same change is none", () => {
  const [before, mine, theirs] = [{ title: "Old" }, { title: "Mine" }, { title: "Theirs" }]
  const clash = { path: "title", before: "Old", mine: "Mine", theirs: "Theirs" }
  expect(merge(before, mine, theirs)).toEqual({ values: mine, clashes: [clash] })
  expect(merge(before, mine, theirs, { title: "theirs" }).values).toEqual(theirs)
  expect(merge(before, mine, mine).clashes).toEqual([])
})

test("lists are put together item by item", () => {
  const before = [area("Shops"), area("Agents"), area("Freight")]
  const mine = [area("Shops"), area("Agents", "What I wrote"), area("Freight"), area("Mine")]
  const theirs = [area("Theirs"), area("Shops"), area("Agents")]
  const { values, clashes } = merge({ list: before }, { list: mine }, { list: theirs })
  expect(clashes).toEqual([])
  expect(values.list.map(({ title }) => title)).toEqual(["Theirs", "Shops", "Agents", "Mine"])
  expect(values.list[2]).toEqual(area("Agents", "What I wrote"))
})

test("the order of a list is that of who changed it, and asked about when both did", () => {
  const [a, b, c] = ["First of all", "Second thing", "Third one"]
  const merged = (mine: string[], theirs: string[], choices = {}) =>
    merge({ list: [a, b, c] }, { list: mine }, { list: theirs }, choices)
  expect(merged([c, a, b], [a, b, c, "New"]).values.list).toEqual([c, "New", a, b])
  expect(merged([a, b, c, "New"], [c, b, a]).values.list).toEqual([c, "New", b, a])
  const both = merged([b, a, c], [c, b, a])
  expect(both.clashes).toMatchObject([{ path: "list#", isOrder: true, theirs: [c, b, a] }])
  expect(both.values.list).toEqual([b, a, c])
  expect(merged([b, a, c], [c, b, a], { "list#": "theirs" }).values.list).toEqual([c, b, a])
})

test("an item that one removed and the other changed is asked about, and comes back as a new row", () => {
  const before = { list: [{ id: 7, title: "Shops", text: "Old" }] }
  const changed = { list: [{ id: 7, title: "Shops", text: "New" }] }
  const none = { list: [] as typeof before.list }
  const mine = merge(before, changed, none)
  expect(mine.clashes).toMatchObject([{ path: "list.0", of: "Shops", theirs: undefined }])
  expect(mine.values.list).toEqual([{ title: "Shops", text: "New" }])
  expect(merge(before, changed, none, { "list.0": "theirs" }).values.list).toEqual([])
  expect(merge(before, none, changed).values.list).toEqual([])
  expect(merge(before, none, changed, { "list.0": "theirs" }).values).toEqual(changed)
  expect(merge(before, none, before)).toEqual({ values: none, clashes: [] })
})

test("an item that both changed is one item, with a choice for the field that both changed", () => {
  const before = { list: [area("Shops"), area("Agents")] }
  const mine = { list: [area("Shops", "Mine"), area("Agents")] }
  const theirs = { list: [area("Agents"), area("Shops", "Theirs")] }
  const { values, clashes } = merge(before, mine, theirs)
  expect(clashes).toMatchObject([{ path: "list.0.text", of: "Shops", mine: "Mine" }])
  expect(values.list).toEqual([area("Agents"), area("Shops", "Mine")])
})

// Every choice of three items in every order, and each of them three times over.
const ITEMS = ["Shops that sell", "Agents who buy", "Freight by rail"]
const lists = (left = ITEMS): string[][] => [
  [],
  ...left.flatMap((one) =>
    lists(left.filter((other) => other !== one)).map((rest) => [one, ...rest]),
  ),
]

test("who changes nothing changes nothing, and what was added or removed by one stays so", () => {
  for (const before of lists())
    for (const mine of lists()) {
      const merged = (theirs: string[]) => merge({ list: before }, { list: mine }, { list: theirs })
      expect(merged(before)).toEqual({ values: { list: mine }, clashes: [] })
      expect(merged(mine)).toEqual({ values: { list: mine }, clashes: [] })
      for (const theirs of lists()) {
        const { list } = merged(theirs).values
        for (const item of ITEMS) {
          const [was, my, their] = [before, mine, theirs].map((some) => some.includes(item))
          expect(list.filter((one) => one === item)).toHaveLength(Number(my === was ? their : my))
        }
      }
    }
})

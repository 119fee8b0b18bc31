import { QueryClient } from "@tanstack/react-query"
import { expect, test } from "vitest"
import { asked, intercept, serve, storeSession } from "../../test/server"
import { queryOf } from "./document"
import { about, process } from "./documents.gen"

const site = await serve()
await storeSession()

test("the steps are read after the version that a save of them names", async () => {
  const steps = await site.api("/rest/v1/process_steps?order=step_order", { as: "admin" })
  const [content] = await site.api("/rest/v1/process_content", { as: "admin" })
  intercept(/process_content/, async (go) => {
    const answer = await go()
    expect(asked(/process_steps/)).toEqual([])
    return answer
  })
  const read = await new QueryClient().fetchQuery(queryOf(process))
  expect(asked(/process_(content|steps)/)).toHaveLength(2)
  expect(read).toEqual({ ...content, steps })
  expect(steps).not.toEqual([])
})

test("a list within a document is read in the order of its table", async () => {
  const [{ id }] = await site.api("/rest/v1/about_content", { as: "admin" })
  const last = JSON.stringify({ about_id: id, title: "!" })
  await site.api("/rest/v1/focus_areas", { method: "POST", as: "admin", body: last })
  const lists = { focus_areas: { table: "focus_areas", order: "title" } } as const
  const { focus_areas } = await new QueryClient().fetchQuery(queryOf({ ...about, lists }))
  expect(focus_areas.length).toBeGreaterThan(1)
  expect(focus_areas[0]?.title).toBe("!")
})

import { QueryClient } from "@tanstack/react-query"
import { expect, test } from "vitest"
import { asked, intercept, serve, storeSession } from "../../test/server"
import { queryOf } from "./document"
import { process } from "./documents.gen"

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

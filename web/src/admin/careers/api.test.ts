import { expect, test, vi } from "vitest"
import { call } from "@/lib/supabase"
import { type Job, jobValues, saveJob } from "./api"

vi.mock("@/lib/supabase", () => ({ call: vi.fn(), supabase: {} }))

const job = { id: 3, version: 7, title: "Engineer", rank: 2 } as Job

test.each([
  ["a rank that was not touched is left to the server", job, 2, undefined],
  ["a changed rank is sent", job, 5, 5],
  ["a new job does not choose its rank", null, 5, undefined],
])("%s", async (_, base, rank, sent) => {
  await saveJob({ ...jobValues(job), rank }, base)
  const [name, values] = vi.mocked(call).mock.lastCall ?? []
  expect(name).toBe("save_job")
  expect(values).toMatchObject(
    base ? { id: 3, version: 7, title: "Engineer" } : { title: "Engineer" },
  )
  expect(values?.rank).toBe(sent)
})

import { expect, onTestFinished, test, vi } from "vitest"
import { asked, intercept, serve, signIn } from "../../test/server"
import { LOW } from "./batch"
import { call, supabase } from "./supabase"

await serve()
await signIn()

const BATCH = /^POST \/rest\/v1\/batch$/
const together = () => intercept(BATCH, (go) => go())

const hero = () => supabase.from("hero_content").select("title").single()
const jobs = () => supabase.from("job_listings").select("id", { count: "exact", head: true })

test("reads of the same moment are one request, and each has its own answer", async () => {
  together()
  const [title, { count }, staff, none] = await Promise.all([
    hero(),
    jobs(),
    call("list_staff", {}),
    supabase.from("hero_content").select("nothing" as "title"),
  ])
  expect(title.data?.title).toMatch(/\w/)
  expect(count).toBeGreaterThan(0)
  expect(staff.length).toBeGreaterThan(0)
  expect(none.error?.code).toBe("42703")
  expect(asked(/^(?!.*user_profiles)/).map(({ line }) => line)).toEqual(["POST /rest/v1/batch"])
})

test("one read alone goes as it is, and so does what changes something", async () => {
  together()
  await hero()
  await Promise.all([
    supabase.from("hero_content").update({ title: "Old" }).eq("id", 0),
    call("set_my_name", { name: "Ed" }),
  ])
  expect(asked(BATCH)).toEqual([])
})

test("what is not urgent waits for what is, and not for ever", async () => {
  together()
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  onTestFinished(() => void vi.useRealTimers())
  const low = () =>
    jobs()
      .setHeader(...LOW)
      .then(({ count }) => count)
  const first = low()
  await vi.advanceTimersByTimeAsync(200)
  expect(asked(/./)).toEqual([])
  const both = Promise.all([hero(), first])
  await vi.advanceTimersByTimeAsync(0)
  await both
  expect(asked(/./).map(({ line }) => line)).toEqual(["POST /rest/v1/batch"])
  const second = low()
  await vi.advanceTimersByTimeAsync(250)
  expect(await second).toBeGreaterThan(0)
})

test("a server that takes no batch is asked for each", async () => {
  const [title, { count }] = await Promise.all([hero(), jobs()])
  expect(title.data?.title).toMatch(/\w/)
  expect(count).toBeGreaterThan(0)
  expect(asked(/./)).toHaveLength(3)
})

test("what the server left unanswered is asked for on its own", async () => {
  intercept(BATCH, async (go) => {
    const [first] = await (await go()).json()
    return Response.json([first, { status: 0 }])
  })
  const [title, { count }] = await Promise.all([hero(), jobs()])
  expect([title.data?.title, count]).toEqual([expect.stringMatching(/\w/), expect.any(Number)])
  expect(asked(/^HEAD .*job_listings/)).toHaveLength(1)
})

test("without a server all of them fail", async () => {
  intercept(BATCH, () => Promise.reject(new TypeError("fetch failed")))
  const all = await Promise.all([hero(), jobs()])
  expect(all.map(({ error }) => error?.message)).toEqual(
    all.map(() => expect.stringMatching("fetch")),
  )
})

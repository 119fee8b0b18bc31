import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"

// Each test has a page of its own: the token belongs to the page.
const load = async () => {
  vi.resetModules()
  return await import("./form-token")
}

type Fetch = (path: string, init: RequestInit) => Promise<Response>
const fetch = vi.fn<Fetch>()
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.stubGlobal("fetch", fetch)
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  fetch.mockReset()
})

const holding = (token: string) => new Response(JSON.stringify({ token, expires_in: 7200 }))
const answer = (token: string) => fetch.mockResolvedValueOnce(holding(token))

describe("the token of a form", () => {
  it("is fetched once, when a visitor begins, and sent with the trap", async () => {
    answer("a+b/c")
    const { began, formHeaders } = await load()
    expect(await formHeaders("", 3000)).toEqual({})
    began("key")
    await pass(1000)
    began("key")
    expect(fetch).toHaveBeenCalledTimes(1)
    expect(fetch.mock.calls[0]?.[0]).toBe("/functions/v1/form-token")
    expect(await formHeaders("", 3000)).toEqual({ "x-vitrine-form": "token=a%2Bb%2Fc&trap=" })
    const trapped = (await formHeaders("Bot & Söhne", 3000))["x-vitrine-form"] ?? ""
    expect(new URLSearchParams(trapped).get("trap")).toBe("Bot & Söhne")
    expect(trapped).toMatch(/^[ -~]*$/)
  })

  it("is renewed after an hour", async () => {
    answer("first")
    answer("second")
    const { began, formHeaders } = await load()
    began("key")
    await pass(3_600_000)
    expect((await formHeaders("", 3000))["x-vitrine-form"]).toContain("first")
    began("key")
    await pass(3100)
    expect((await formHeaders("", 3000))["x-vitrine-form"]).toContain("second")
  })

  it.each([
    ["no network", () => fetch.mockRejectedValueOnce(new TypeError("offline"))],
    ["too many", () => fetch.mockResolvedValueOnce(new Response("{}", { status: 429 }))],
  ])(
    "may be missing (%s): the form is sent without it, and it is asked for again",
    async (_, fail) => {
      fail()
      answer("later")
      const { began, formHeaders } = await load()
      began("key")
      await pass(4000)
      began("key")
      expect(fetch).toHaveBeenCalledTimes(1)
      expect(await formHeaders("", 3000)).toEqual({})
      await pass(1000)
      began("key")
      await pass(3100)
      expect((await formHeaders("", 3000))["x-vitrine-form"]).toContain("later")
    },
  )

  const settled = async (told: Promise<unknown>) =>
    await Promise.race([told.then(() => true), Promise.resolve().then(() => false)])

  it("that came late is left to age before a form is sent with it", async () => {
    fetch.mockImplementationOnce(async () => {
      await new Promise((next) => setTimeout(next, 10_000))
      return holding("late")
    })
    const { began, formHeaders } = await load()
    began("key")
    await pass(10_000)
    await pass(0)
    const told = formHeaders("", 3000)
    await pass(2999)
    expect(await settled(told)).toBe(false)
    await pass(101)
    expect((await told)["x-vitrine-form"]).toContain("late")
  })

  it("is left to age for who began before anything could be noted", async () => {
    answer("t")
    const { began, formHeaders } = await load()
    await pass(5000)
    began("key", 0)
    await pass(0)
    const told = formHeaders("", 1000)
    await pass(999)
    expect(await settled(told)).toBe(false)
    await pass(101)
    expect((await told)["x-vitrine-form"]).toContain("t")
  })

  it("is sent at once by who is quick, for the server to judge", async () => {
    answer("t")
    const { began, formHeaders } = await load()
    began("key")
    await pass(500)
    expect((await formHeaders("", 3000))["x-vitrine-form"]).toContain("t")
  })

  it("goes with a message and with a subscription", async () => {
    vi.resetModules()
    answer("t")
    const { began } = await import("./form-token")
    const { send } = await import("./contact-send")
    const { subscribe } = await import("./newsletter")
    began("key")
    await pass(10_000)
    fetch.mockImplementation(async (_, init) =>
      init.method === "GET" ? new Response("[]") : new Response(null, { status: 201 }),
    )
    await send("key", { name: "A", email: "a@b.co", subject: "s", message: "m" }, "bot")
    await subscribe("key", "a@b.co")
    const sent = fetch.mock.calls
      .filter(([path, init]) => path.startsWith("/rest/v1/") && init.method === "POST")
      .map(([, init]) => (init.headers as Record<string, string>)["x-vitrine-form"])
    expect(sent).toEqual(["token=t&trap=bot", "token=t&trap="])
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"

// Each test has a page of its own: the token belongs to the page.
const load = async () => {
  vi.resetModules()
  return await import("./form-token")
}

type Fetch = (path: string, init: RequestInit) => Promise<Response>
const fetch = vi.fn<Fetch>()

beforeEach(() => vi.stubGlobal("fetch", fetch))
afterEach(() => {
  vi.unstubAllGlobals()
  fetch.mockReset()
})

const answer = (token: string) =>
  fetch.mockResolvedValueOnce(new Response(JSON.stringify({ token, expires_in: 7200 })))

describe("the token of a form", () => {
  it("is fetched once, when a visitor begins, and sent with the trap", async () => {
    answer("a+b/c")
    const { began, formHeaders } = await load()
    expect(formHeaders("")).toEqual({})
    began("key", 0)
    began("key", 1000)
    expect(fetch).toHaveBeenCalledTimes(1)
    expect(fetch.mock.calls[0]?.[0]).toBe("/functions/v1/form-token")
    await vi.waitFor(() =>
      expect(formHeaders("")).toEqual({ "x-vitrine-form": "token=a%2Bb%2Fc&trap=" }),
    )
    const trapped = formHeaders("Bot & Söhne")["x-vitrine-form"] ?? ""
    expect(new URLSearchParams(trapped).get("trap")).toBe("Bot & Söhne")
    expect(trapped).toMatch(/^[ -~]*$/)
  })

  it("is renewed after an hour", async () => {
    answer("first")
    answer("second")
    const { began, formHeaders } = await load()
    began("key", 0)
    await vi.waitFor(() => expect(formHeaders("")["x-vitrine-form"]).toContain("first"))
    began("key", 3_600_000)
    await vi.waitFor(() => expect(formHeaders("")["x-vitrine-form"]).toContain("second"))
  })

  it("may be missing: the form is sent without it", async () => {
    fetch.mockRejectedValueOnce(new TypeError("offline"))
    answer("later")
    const { began, formHeaders } = await load()
    began("key", 0)
    await vi.waitFor(() => {
      began("key", 1)
      expect(fetch).toHaveBeenCalledTimes(2)
    })
    await vi.waitFor(() => expect(formHeaders("")["x-vitrine-form"]).toContain("later"))
  })

  it("goes with a message and with a subscription", async () => {
    vi.resetModules()
    answer("t")
    const { began, formHeaders } = await import("./form-token")
    const { send } = await import("./contact")
    const { subscribe } = await import("./newsletter")
    began("key", 0)
    await vi.waitFor(() => expect(formHeaders("")).not.toEqual({}))
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

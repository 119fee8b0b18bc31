import { afterEach, describe, expect, it, vi } from "vitest"
import { said, subscribe } from "./newsletter"
import { speakFor, word } from "./words"

afterEach(() => {
  vi.unstubAllGlobals()
  speakFor({ name: "Vitrine" })
})

const answers = (...responses: [number, unknown][]) => {
  const fetch = vi.fn(async () => {
    const [status, body] = responses.shift() ?? [200, {}]
    return new Response(body === null ? null : JSON.stringify(body), { status })
  })
  vi.stubGlobal("fetch", fetch)
  return fetch
}

const text = async (email: string) => said(await subscribe("key", email))

describe("subscribing to the newsletter", () => {
  it("looks the address up, stores it and tells the studio", async () => {
    const fetch = answers([200, []], [201, null], [200, { success: true }])
    expect(await text(" new+1@example.com ")).toMatchObject({
      ok: true,
      message: "Thank you for subscribing to our newsletter!",
    })
    expect(fetch.mock.calls.map(([path]: unknown[]) => path)).toEqual([
      "/rest/v1/newsletter_subscriptions?select=id&email=eq.new%2B1%40example.com",
      "/rest/v1/newsletter_subscriptions",
      "/functions/v1/send-newsletter-notification",
    ])
  })

  it.each<[string, [number, unknown], string]>([
    [
      "a mail was sent",
      [200, { success: true }],
      "One more step: click the link in the mail we sent.",
    ],
    [
      "there is no mail server",
      [200, { success: true, mailed: false }],
      "Before our first letter we ask you to confirm your address.",
    ],
    [
      "mail goes to a test address",
      [200, { success: true, testMode: true, testEmail: "t@example.com" }],
      "Before our first letter we ask you to confirm your address.",
    ],
    [
      "nobody knows",
      [429, { error: "later" }],
      "Before our first letter we ask you to confirm your address.",
    ],
  ])("claims a mail only when one goes out: %s", async (_, answer, next) => {
    speakFor({ name: "Atelier", asks: true })
    vi.spyOn(console, "warn").mockImplementation(() => {})
    answers([200, []], [201, null], answer)
    expect(await text("new@example.com")).toMatchObject({
      ok: true,
      message: `Thank you for subscribing to our newsletter! ${next}`,
    })
  })

  const already = { ok: true, message: "This email is already subscribed to our newsletter." }
  it("greets a known address as a success", async () => {
    answers([200, [{ id: 1 }]])
    expect(await text("old@example.com")).toMatchObject(already)
  })

  it("treats a duplicate as known", async () => {
    answers([200, []], [409, { code: "23505" }])
    expect(await text("old@example.com")).toMatchObject(already)
  })

  it.each<[string, [number, unknown][], string, string]>([
    [
      "a failed lookup",
      [[500, { code: "XX000" }]],
      "Unable to verify subscription status. Please try again later.",
      "An error occurred. Please try again.",
    ],
    [
      "a refusal",
      [
        [200, []],
        [401, { code: "42501" }],
      ],
      "Subscription service temporarily unavailable. Please try again later.",
      "Our subscription service is temporarily unavailable. Please try again later.",
    ],
    [
      "a failed insert",
      [
        [200, []],
        [503, { code: "XX000" }],
      ],
      "Unable to subscribe at this time. Please try again later.",
      "An error occurred. Please try again.",
    ],
  ])("explains %s", async (_, responses, reason, shown) => {
    answers(...responses)
    const outcome = await subscribe("key", "a@b.co")
    expect(word(outcome)).toBe(reason)
    expect(said(outcome)).toMatchObject({ ok: false, message: shown })
  })

  it("asks for a valid address before it asks the server", async () => {
    const fetch = answers()
    expect((await text("a@b")).message).toBe("Please enter a valid email address.")
    expect(fetch).not.toHaveBeenCalled()
  })
})

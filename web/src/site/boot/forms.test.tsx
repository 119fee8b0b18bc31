import { waitFor } from "@testing-library/react"
import { beforeEach, describe, expect, it, vi } from "vitest"
import { painted } from "@/lib/painted"
import { asked, serve } from "../../../test/server"

await serve()

const input = () => document.querySelector("form input") as HTMLInputElement

// Each test has a page of its own: the token belongs to the page.
async function open() {
  vi.resetModules()
  const { forms } = await import("./forms")
  forms()
  return await import("../form-token")
}

const tokens = () => asked(/^GET \/functions\/v1\/form-token$/)

beforeEach(() => {
  document.body.innerHTML = `<a href="/about">About</a><form><input name="email" /></form>
    <script type="application/json" id="state">{"key":"sb_publishable_vitrine"}</script>`
})

describe("before React is there", () => {
  it("a visitor who is in a form already began since the page came", async () => {
    input().focus()
    const { formHeaders } = await open()
    await waitFor(() => expect(tokens()).toHaveLength(1))
    await waitFor(async () => expect(await formHeaders("", 0)).not.toEqual({}))
    // Begun at zero is long enough ago for any form, so a token that is too young is waited for.
    const least = performance.now()
    const sent = formHeaders("", least)
    const soon = new Promise((next) => setTimeout(() => next(false)))
    const isSent = await Promise.race([sent.then(() => true), soon])
    expect(isSent).toBe(false)
  })

  it.each(["focusin", "input"])("a form begins with the first %s in it", async (kind) => {
    await open()
    const use = (element: Element | null) => {
      element?.dispatchEvent(new Event(kind, { bubbles: true }))
      return painted()
    }
    await use(document.querySelector("a"))
    expect(tokens()).toHaveLength(0)
    const drawn = use(input())
    expect(tokens()).toHaveLength(0)
    await drawn
    await waitFor(() => expect(tokens()).toHaveLength(1))
    await use(input())
    expect(tokens()).toHaveLength(1)
  })

  it("a page without its state has nothing to tell", async () => {
    document.getElementById("state")?.remove()
    input().focus()
    await open()
    await painted()
    expect(tokens()).toHaveLength(0)
  })
})

import { beforeEach, describe, expect, it, vi } from "vitest"
import { began } from "../form-token"
import { forms } from "./forms"

vi.mock("../form-token", () => ({ began: vi.fn() }))

const input = () => document.querySelector("form input") as HTMLInputElement

beforeEach(() => {
  vi.mocked(began).mockReset()
  document.body.innerHTML = `<a href="/about">About</a><form><input name="email" /></form>
    <script type="application/json" id="state">{"key":"publishable"}</script>`
})

describe("before React is there", () => {
  it("a visitor who is in a form already began since the page came", () => {
    input().focus()
    forms()
    expect(began).toHaveBeenCalledExactlyOnceWith("publishable", 0)
  })

  it.each(["focusin", "input"])("a form begins with the first %s in it", (kind) => {
    forms()
    document.querySelector("a")?.dispatchEvent(new Event(kind, { bubbles: true }))
    expect(began).not.toHaveBeenCalled()
    input().dispatchEvent(new Event(kind, { bubbles: true }))
    expect(began).toHaveBeenCalledWith("publishable", undefined)
  })

  it("a page without its state has nothing to tell", () => {
    document.getElementById("state")?.remove()
    input().focus()
    forms()
    expect(began).not.toHaveBeenCalledWith(undefined, 0)
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { clear, write } from "../apply-draft"
import { SHOWN } from "./events"
import { wake } from "./hydrate"

afterEach(() => vi.useRealTimers())

it("a form is sent by the browser when React does not come", async () => {
  vi.useFakeTimers()
  document.body.innerHTML = "<form></form>"
  const form = document.querySelector("form") as HTMLFormElement
  const sent = vi.spyOn(form, "requestSubmit").mockImplementation(() => {})
  const submit = () => form.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }))
  // As on a line that went dead.
  wake(() => new Promise(() => {}))
  expect(submit()).toBe(false)
  await vi.advanceTimersByTimeAsync(4000)
  expect(sent).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2000)
  expect(sent).toHaveBeenCalledOnce()
  expect(submit()).toBe(true)
})

it("an application that was begun earlier wakes its form at once, and a new one does not", () => {
  vi.useFakeTimers()
  document.body.innerHTML = `<div class="ap"><form></form></div>`
  const load = vi.fn(() => new Promise<void>(() => {}))
  wake(load)
  expect(load).not.toHaveBeenCalled()
  write(7, { typed: { name: "Ann" } })
  wake(load)
  expect(load).toHaveBeenCalledOnce()
  clear(7)
})

it.each([
  ["a finger that has come down", "pointerover", "touch", 0],
  ["a mouse that comes near", "pointerover", "mouse", 1],
  ["a press", "click", "touch", 1],
])(
  "%s on a form calls React after the next frame: %s of %s",
  async (_, kind, pointerType, times) => {
    vi.useFakeTimers()
    document.body.innerHTML = "<form><button></button></form>"
    const load = vi.fn(() => new Promise<void>(() => {}))
    wake(load)
    const event = Object.assign(new Event(kind, { bubbles: true }), { pointerType })
    document.querySelector("button")?.dispatchEvent(event)
    expect(load).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(100)
    expect(load).toHaveBeenCalledTimes(times)
  },
)

describe("a page in the place of another", () => {
  const show = (id: string) => {
    document.getElementById("root")?.replaceWith(pages[id] as HTMLElement)
    dispatchEvent(new Event(SHOWN))
  }
  const pages: Record<string, HTMLElement> = {}
  const isReady = () => document.documentElement.hasAttribute("data-ready")
  let load = vi.fn(async (_: HTMLElement) => {})

  beforeEach(() => {
    vi.useFakeTimers()
    load = vi.fn(async () => {})
    for (const id of ["first", "second"]) {
      pages[id] = Object.assign(document.createElement("div"), {
        id: "root",
        innerHTML: "<form></form>",
      })
    }
    document.body.replaceChildren(pages.first as HTMLElement)
    wake(load)
  })

  it("is asleep until it is used, and stays awake when it comes back", async () => {
    const use = () => {
      document.querySelector("form")?.dispatchEvent(new Event("focusin", { bubbles: true }))
      return vi.advanceTimersByTimeAsync(100)
    }
    await use()
    expect(isReady()).toBe(true)
    show("second")
    expect(isReady()).toBe(false)
    await use()
    expect(isReady()).toBe(true)
    show("first")
    expect(isReady()).toBe(true)
    await use()
    expect(load.mock.calls).toEqual([[pages.first], [pages.second]])
  })

  it("wakes when it is quiet, also one that was left before", async () => {
    await vi.advanceTimersByTimeAsync(4000)
    show("second")
    await vi.advanceTimersByTimeAsync(4000)
    show("first")
    await vi.advanceTimersByTimeAsync(6000)
    expect(load.mock.calls).toEqual([[pages.first]])
  })

  it("does not send the form of the one that was left", async () => {
    const form = document.querySelector("form") as HTMLFormElement
    const sent = vi.spyOn(form, "requestSubmit").mockImplementation(() => {})
    form.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }))
    show("second")
    await vi.advanceTimersByTimeAsync(6000)
    expect(sent).not.toHaveBeenCalled()
  })
})

import { beforeEach, expect, it, vi } from "vitest"
import { layOut, transition } from "./transition"

const swap = () => {
  const skipTransition = vi.fn()
  dispatchEvent(Object.assign(new Event("pageswap"), { viewTransition: { skipTransition } }))
  return skipTransition
}

beforeEach(() => {
  vi.restoreAllMocks()
})

it("leaves a transition out where the next page comes late", () => {
  transition()
  const click = new MouseEvent("click", { bubbles: true })
  document.body.dispatchEvent(click)
  vi.spyOn(performance, "now").mockReturnValue(click.timeStamp + 15)
  expect(swap()).not.toHaveBeenCalled()
  vi.spyOn(performance, "now").mockReturnValue(click.timeStamp + 17)
  expect(swap()).toHaveBeenCalled()
})

it("lays out a page that is made ready, and no other", () => {
  const height = vi.spyOn(document.body, "offsetHeight", "get")
  layOut()
  dispatchEvent(new Event("load"))
  expect(height).not.toHaveBeenCalled()
  Object.defineProperty(document, "prerendering", { value: true, configurable: true })
  layOut()
  dispatchEvent(new Event("load"))
  expect(height).toHaveBeenCalled()
  Reflect.deleteProperty(document, "prerendering")
})

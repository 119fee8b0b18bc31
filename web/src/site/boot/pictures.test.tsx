import { beforeEach, expect, it, vi } from "vitest"
import { pictures } from "./pictures"

const react = vi.fn()
const img = (place: string) => document.querySelector(`${place} img`) as HTMLImageElement

beforeEach(() => {
  vi.clearAllMocks()
  document.body.innerHTML =
    '<span class="plate"><img src="/logo.png"></span><div class="tm-pane"><img src="/face.png"></div>'
  for (const one of document.images)
    Object.defineProperty(one, "complete", { value: false, configurable: true })
})

it("marks a logo that fails, and leaves React asleep", () => {
  pictures(react)
  expect(img(".plate")).not.toHaveAttribute("data-lost")
  img(".plate").dispatchEvent(new Event("error"))
  expect(img(".plate")).toHaveAttribute("data-lost")
  expect(react).not.toHaveBeenCalled()
})

it("calls React for a portrait", () => {
  pictures(react)
  img(".tm-pane").dispatchEvent(new Event("error"))
  expect(react).toHaveBeenCalled()
})

it("finds those that failed before it ran", () => {
  Object.defineProperty(img(".plate"), "complete", { value: true })
  pictures(react)
  expect(img(".plate")).toHaveAttribute("data-lost")
  expect(img(".tm-pane")).not.toHaveAttribute("data-lost")
})

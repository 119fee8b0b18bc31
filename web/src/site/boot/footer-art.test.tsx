import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { footerArt } from "./footer-art"

type Entry = { isIntersecting: boolean }

const watched: Element[] = []
let see: (entries: Entry[]) => void
const disconnect = vi.fn()

beforeEach(() => {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      disconnect = disconnect
      constructor(callback: typeof see) {
        see = callback
      }
      observe(element: Element) {
        watched.push(element)
      }
    },
  )
  document.body.innerHTML = '<main></main><footer class="ft"></footer>'
})

afterEach(() => {
  vi.unstubAllGlobals()
  document.documentElement.removeAttribute("data-end")
  watched.length = 0
  disconnect.mockClear()
})

it("waits with the drawing until the footer is near, and looks once", () => {
  footerArt()
  expect(watched).toEqual([document.querySelector(".ft")])
  see([{ isIntersecting: false }])
  expect(document.documentElement).not.toHaveAttribute("data-end")
  see([{ isIntersecting: false }, { isIntersecting: true }])
  expect(document.documentElement).toHaveAttribute("data-end")
  expect(disconnect).toHaveBeenCalledOnce()
})

it("waits at the footer of the page that is shown", () => {
  footerArt()
  const last = document.querySelector(".ft")
  document.body.innerHTML = '<main></main><footer class="ft"></footer>'
  footerArt()
  expect(disconnect).toHaveBeenCalled()
  expect(watched).toEqual([last, document.querySelector(".ft")])
  expect(last?.isConnected).toBe(false)
})

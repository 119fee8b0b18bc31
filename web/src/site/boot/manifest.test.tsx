import { afterEach, expect, it, vi } from "vitest"
import { manifest } from "./manifest"

afterEach(() => {
  vi.restoreAllMocks()
  document.head.replaceChildren()
})

const named = () => document.querySelector('link[rel="manifest"]')?.getAttribute("href")

it("names the manifest once the page has loaded, and once", () => {
  vi.spyOn(document, "readyState", "get").mockReturnValue("interactive")
  manifest()
  expect(named()).toBeUndefined()
  dispatchEvent(new Event("load"))
  dispatchEvent(new Event("load"))
  expect(document.querySelectorAll('link[rel="manifest"]')).toHaveLength(1)
})

it("names it at once on a page that has loaded before", () => {
  manifest()
  expect(named()).toBe("/site.webmanifest")
})

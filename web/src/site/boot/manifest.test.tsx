import { afterEach, expect, it, vi } from "vitest"
import { paintLater } from "../../../test/paint"
import { manifest } from "./manifest"

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  document.head.replaceChildren()
})

const named = () => document.querySelector('link[rel="manifest"]')?.getAttribute("href")

it("names the manifest once the page has loaded and was seen, and once", async () => {
  vi.spyOn(document, "readyState", "get").mockReturnValue("interactive")
  const paint = paintLater()
  manifest()
  dispatchEvent(new Event("load"))
  dispatchEvent(new Event("load"))
  await Promise.resolve()
  expect(named()).toBeUndefined()
  paint()
  await vi.waitFor(() => expect(named()).toBe("/site.webmanifest"))
  expect(document.querySelectorAll('link[rel="manifest"]')).toHaveLength(1)
})

it("names it on a page that has loaded before", async () => {
  manifest()
  await vi.waitFor(() => expect(named()).toBe("/site.webmanifest"))
})

import { afterEach, expect, test, vi } from "vitest"
import { copy } from "./clipboard"

afterEach(() => void vi.unstubAllGlobals())

function stub(write: () => Promise<void>) {
  const writeText = vi.fn(async (_: string) => {})
  const seen: Record<string, Blob>[] = []
  vi.stubGlobal("navigator", { clipboard: { write, writeText } })
  vi.stubGlobal(
    "ClipboardItem",
    class {
      constructor(forms: Record<string, Blob>) {
        seen.push(forms)
      }
    },
  )
  return { writeText, seen }
}

test("a text is copied with its formatted form", async () => {
  const { writeText, seen } = stub(async () => {})
  expect(await copy("- One", "<ul><li>One</li></ul>")).toBe(true)
  expect(Object.keys(seen[0] ?? {})).toEqual(["text/plain", "text/html"])
  expect(writeText).not.toHaveBeenCalled()
})

test("and alone where the browser takes only that", async () => {
  const { writeText } = stub(() => Promise.reject(new Error("no")))
  expect(await copy("- One", "<ul><li>One</li></ul>")).toBe(true)
  vi.stubGlobal("ClipboardItem", undefined)
  expect(await copy("- One", "<ul><li>One</li></ul>")).toBe(true)
  expect(writeText.mock.calls).toEqual([["- One"], ["- One"]])
})

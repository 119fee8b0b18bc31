import { afterEach, expect, it, vi } from "vitest"
import { paintLater } from "../../../test/paint"
import { visits } from "./visits"

afterEach(() => vi.unstubAllGlobals())

it("counts a page once it was seen", async () => {
  const sendBeacon = vi.fn()
  Object.assign(navigator, { sendBeacon })
  vi.stubGlobal("requestIdleCallback", (then: () => void) => then())
  const paint = paintLater()
  visits()
  await Promise.resolve()
  expect(sendBeacon).not.toHaveBeenCalled()
  paint()
  await vi.waitFor(() => expect(sendBeacon).toHaveBeenCalledWith("/v", "/"))
})

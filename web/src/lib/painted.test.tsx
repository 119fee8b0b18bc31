import { afterEach, expect, it, vi } from "vitest"
import { shown } from "./painted"

afterEach(() => vi.unstubAllGlobals())

/** A browser that tells of what it paints. */
function browser() {
  let tell = (_names: string[]) => {}
  const disconnect = vi.fn()
  class Observer {
    static supportedEntryTypes = ["paint"]
    disconnect = disconnect
    constructor(heard: (list: object) => void) {
      tell = (names) =>
        heard({ getEntriesByName: (name: string) => names.filter((one) => one === name) })
    }
    observe() {}
  }
  vi.stubGlobal("PerformanceObserver", Observer)
  return { tell: (...names: string[]) => tell(names), disconnect }
}

it("waits for the first content, not for the background", async () => {
  const { tell, disconnect } = browser()
  const then = vi.fn()
  const done = shown().then(then)
  tell("first-paint")
  await Promise.resolve()
  expect(then).not.toHaveBeenCalled()
  tell("first-contentful-paint")
  await done
  expect(disconnect).toHaveBeenCalled()
})

it("does not wait where the browser tells of no paint", async () => {
  vi.stubGlobal("PerformanceObserver", undefined)
  await shown()
})

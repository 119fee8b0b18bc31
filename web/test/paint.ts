import { vi } from "vitest"

/** A browser that tells of its first paint when it is told to. */
export function paintLater() {
  let tell = () => {}
  class Paints {
    static supportedEntryTypes = ["paint"]
    constructor(seen: (list: unknown) => void) {
      tell = () => seen({ getEntriesByName: () => [{}] })
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal("PerformanceObserver", Paints)
  return () => tell()
}

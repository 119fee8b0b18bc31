import { act, renderHook } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { useToday } from "./today"

beforeEach(() => void vi.useFakeTimers({ now: new Date(2026, 10, 15, 23, 59, 30) }))
afterEach(() => void vi.useRealTimers())

const midnight = new Date(2026, 10, 16).getTime()

test("a screen that stays open notices the next day", () => {
  const { result } = renderHook(useToday)
  expect(result.current).toBe(new Date(2026, 10, 15).getTime())
  act(() => void vi.advanceTimersByTime(60_000))
  expect(result.current).toBe(midnight)
})

test("so does one that slept", () => {
  const { result } = renderHook(useToday)
  vi.setSystemTime(midnight + 1)
  act(() => void document.dispatchEvent(new Event("visibilitychange")))
  expect(result.current).toBe(midnight)
})

import { renderHook } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { Message, State } from "./api"
import { useRead } from "./use-read"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function look(state: State) {
  const read = vi.fn()
  const hook = renderHook(({ state }) => useRead({ state } as Message, read), {
    initialProps: { state },
  })
  return { read, ...hook }
}

test("a message is read after two seconds in view, once", () => {
  const { read } = look("new")
  vi.advanceTimersByTime(1_999)
  expect(read).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(read).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(60_000)
  expect(read).toHaveBeenCalledOnce()
})

test("what is left before that, or in a tab that nobody sees, is not read", () => {
  const left = look("new")
  left.unmount()
  const hidden = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden")
  const { read } = look("new")
  vi.advanceTimersByTime(60_000)
  expect(left.read).not.toHaveBeenCalled()
  expect(read).not.toHaveBeenCalled()
  hidden.mockReturnValue("visible")
  document.dispatchEvent(new Event("visibilitychange"))
  vi.advanceTimersByTime(2_000)
  expect(read).toHaveBeenCalledOnce()
  hidden.mockRestore()
})

test("one that was marked as unread stays so", () => {
  const { read, rerender } = look("read")
  rerender({ state: "new" })
  vi.advanceTimersByTime(60_000)
  expect(read).not.toHaveBeenCalled()
})

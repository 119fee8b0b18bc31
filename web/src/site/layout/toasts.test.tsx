import { act, render, screen } from "@testing-library/react"
import { afterEach, expect, it, vi } from "vitest"
import { Toasts } from "./toasts"

afterEach(() => vi.useRealTimers())

it("a message runs out where it can be seen, and not while its page is away", () => {
  vi.useFakeTimers()
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
  const { container } = render(
    <Toasts first={[{ title: "Error", text: "Not sent", failed: true }]}>page</Toasts>,
  )
  container.remove()
  pass(60_000)
  document.body.append(container)
  expect(screen.getByText("Not sent")).toBeVisible()
  pass(8000)
  expect(screen.queryByText("Not sent")).toBeNull()
})

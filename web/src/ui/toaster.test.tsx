import { act, render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { afterEach, expect, test, vi } from "vitest"
import { toast } from "@/lib/toast"
import { Dialog } from "./dialog"
import Toaster from "./toaster"

afterEach(() => {
  for (const { id } of toast.list()) toast.close(id)
})

function open() {
  const onClose = vi.fn()
  render(
    <>
      <Toaster />
      <Dialog title="Edit" onClose={onClose}>
        <form>
          <input aria-label="Title" />
        </form>
      </Dialog>
    </>,
  )
  act(() => toast.error("Error", "Not saved."))
  return onClose
}

const moment = () => act(() => new Promise((next) => setTimeout(next)))

test("the first Escape is for the dialog, and the toast stays", async () => {
  const onClose = open()
  await userEvent.keyboard("{Escape}")
  expect(onClose).toHaveBeenCalledOnce()
  expect(screen.getByText("Not saved.")).toBeInTheDocument()
})

test("a toast that is dismissed leaves the dialog open", async () => {
  const onClose = open()
  const [close] = screen.getAllByRole("button", { name: "Close", hidden: true })
  await userEvent.click(close as HTMLElement, { pointerEventsCheck: 0 })
  await moment()
  expect(screen.queryByText("Not saved.")).toBeNull()
  expect(onClose).not.toHaveBeenCalled()
})

test("a toast that has the focus closes on Escape", async () => {
  render(<Toaster />)
  act(() => toast.success("Saved"))
  await userEvent.keyboard("{F8}")
  expect(screen.getByRole("region", { name: "Notifications (F8)" })).toHaveFocus()
  await userEvent.tab()
  await userEvent.keyboard("{Escape}")
  expect(screen.queryByText("Saved")).toBeNull()
  expect(screen.getByRole("region", { name: "Notifications (F8)" })).toHaveFocus()
})

test("a toast goes by itself, but not while it is pointed at", async () => {
  vi.useFakeTimers()
  render(<Toaster />)
  act(() => toast.success("Saved"))
  const item = screen.getByRole("listitem")
  act(() => void item.dispatchEvent(new PointerEvent("pointerover", { bubbles: true })))
  act(() => vi.advanceTimersByTime(60_000))
  expect(screen.getByText("Saved")).toBeVisible()
  act(() => void item.dispatchEvent(new PointerEvent("pointerout", { bubbles: true })))
  act(() => vi.advanceTimersByTime(5000))
  expect(screen.queryByText("Saved")).toBeNull()
  vi.useRealTimers()
})

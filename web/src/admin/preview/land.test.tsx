import { fireEvent, render, screen } from "@testing-library/react"
import { expect, test, vi } from "vitest"
import { landSoon } from "./land"

const form = (isThere: boolean) => (
  <form data-document="hero">
    {isThere && (
      <div data-path="title">
        <input aria-label="Title" />
      </div>
    )}
  </form>
)

const frame = () => new Promise(requestAnimationFrame)

test("a field that comes later gets the focus, unless the person scrolled meanwhile", async () => {
  const scrolled = vi.fn()
  Element.prototype.scrollIntoView = scrolled
  const { rerender } = render(form(false))
  landSoon("hero//title")
  await frame()
  rerender(form(true))
  await vi.waitFor(() => expect(screen.getByLabelText("Title")).toHaveFocus())
  expect(scrolled).toHaveBeenCalledOnce()

  rerender(form(false))
  landSoon("hero//title")
  await frame()
  fireEvent.wheel(window)
  rerender(form(true))
  for (let n = 0; n < 5; n++) await frame()
  expect(screen.getByLabelText("Title")).not.toHaveFocus()
  expect(scrolled).toHaveBeenCalledOnce()
})

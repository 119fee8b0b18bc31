import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test, vi } from "vitest"
import { Button } from "./button"

test("a pending button says so, keeps the focus and does nothing", async () => {
  const press = vi.fn()
  render(
    <Button pending pendingLabel="Saving..." onClick={press}>
      Save Changes
    </Button>,
  )
  const button = screen.getByRole("button", { name: "Saving..." })
  await userEvent.click(button)
  expect(press).not.toHaveBeenCalled()
  expect(button).toHaveFocus()
})

test("a pending button does not send its form again", async () => {
  const send = vi.fn((event: React.FormEvent) => event.preventDefault())
  render(
    <form onSubmit={send}>
      <Button type="submit" pending>
        Send
      </Button>
    </form>,
  )
  await userEvent.click(screen.getByRole("button"))
  expect(send).not.toHaveBeenCalled()
})

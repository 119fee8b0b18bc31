import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test, vi } from "vitest"
import { Dialog } from "./dialog"
import { RichLink } from "./rich-link"

test("Escape closes the row of a link, not the dialog around it", async () => {
  const editor = { getAttributes: () => ({}), isActive: () => false, commands: { focus: vi.fn() } }
  const onDone = vi.fn()
  const onClose = vi.fn()
  render(
    <Dialog title="Edit" onClose={onClose}>
      <RichLink editor={editor as never} onDone={onDone} />
    </Dialog>,
  )
  await userEvent.type(screen.getByLabelText("Link address"), "/careers{Escape}")
  screen.getByRole("button", { name: "Set link" }).focus()
  await userEvent.keyboard("{Escape}")
  expect(onDone).toHaveBeenCalledTimes(2)
  expect(editor.commands.focus).toHaveBeenCalledTimes(2)
  expect(onClose).not.toHaveBeenCalled()
  screen.getByRole("button", { name: "Close" }).focus()
  await userEvent.keyboard("{Escape}")
  expect(onClose).toHaveBeenCalledOnce()
})

import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { createRef } from "react"
import { expect, test, vi } from "vitest"
import { DocumentDialog } from "./document-dialog"

// A form that nothing is to be said about.
const still = () => ({
  isDirty: true,
  submit: vi.fn(),
  mayLeave: async () => true,
  box: createRef(),
  others: [],
  declared: { name: "test" },
})

function open(editing: object, disabled = false) {
  const submit = vi.fn()
  const onClose = vi.fn()
  const whole = { ...still(), submit, ...editing }
  render(
    <DocumentDialog
      title="Edit"
      action="Save"
      editing={whole as never}
      disabled={disabled}
      onClose={onClose}
    >
      <input aria-label="Title" />
    </DocumentDialog>,
  )
  return { submit, onClose }
}

test("the keys save when the button does, and only then", async () => {
  const off = open({}, true)
  await userEvent.keyboard("{Control>}s{/Control}")
  expect(off.submit).not.toHaveBeenCalled()
  const on = open({})
  await userEvent.keyboard("{Control>}s{/Control}")
  expect(on.submit).toHaveBeenCalledOnce()
})

test("a dialog stays while its save is under way", async () => {
  const { onClose } = open({ isSaving: true })
  expect(screen.getByRole("button", { name: "Cancel" })).toBeDisabled()
  await userEvent.keyboard("{Escape}")
  expect(onClose).not.toHaveBeenCalled()
})

test("otherwise it closes", async () => {
  const { onClose } = open({})
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }))
  expect(onClose).toHaveBeenCalledOnce()
})

test("nothing is typed into a save that is under way, and the focus comes back when it failed", async () => {
  const own = still()
  const dialog = (isSaving: boolean) => (
    <DocumentDialog
      title="Edit"
      action="Save"
      editing={{ ...own, isSaving } as never}
      onClose={() => {}}
    >
      <input aria-label="Title" />
    </DocumentDialog>
  )
  const { rerender } = render(dialog(false))
  const field = screen.getByLabelText("Title")
  expect(field).toHaveFocus()
  rerender(dialog(true))
  expect(field.closest("[inert]")).not.toBeNull()
  expect(screen.getByRole("dialog")).toHaveFocus()
  rerender(dialog(false))
  expect(field.closest("[inert]")).toBeNull()
  expect(field).toHaveFocus()
})

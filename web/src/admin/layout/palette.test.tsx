import { render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useRef, useState } from "react"
import { expect, test, vi } from "vitest"
import { useCommandKey } from "@/lib/shortcut"
import { useUnsaved } from "@/lib/unsaved"
import Palette from "./palette"

vi.mock("../session/session", () => ({ useUser: () => ({ role: "editor" }), signOut: vi.fn() }))
// The list of commands measures itself and scrolls, and jsdom has no layout.
vi.stubGlobal(
  "ResizeObserver",
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
)
Element.prototype.scrollIntoView = () => {}

function Page({ isDirty, save }: { isDirty: boolean; save: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useUnsaved(isDirty)
  useCommandKey("s", save, { on: form })
  useCommandKey("k", () => setOpen(true))
  return (
    <>
      <form ref={form}>
        <input aria-label="Title" />
      </form>
      {isOpen && <Palette onClose={() => setOpen(false)} />}
    </>
  )
}

const openPalette = () => userEvent.keyboard("{Control>}k{/Control}")

test("the palette saves the form below it, where the focus goes back to", async () => {
  const save = vi.fn()
  render(<Page isDirty save={save} />)
  await userEvent.click(screen.getByLabelText("Title"))
  await openPalette()
  await userEvent.click(await screen.findByRole("option", { name: "Save Changes" }))
  await waitFor(() => expect(save).toHaveBeenCalledOnce())
  expect(screen.getByLabelText("Title")).toHaveFocus()
})

test("it offers that only when there is something to save, and the rest always", async () => {
  render(<Page isDirty={false} save={() => {}} />)
  await openPalette()
  for (const name of ["New Section", "Export as CSV"])
    expect(await screen.findByRole("option", { name })).toBeVisible()
  expect(screen.queryByRole("option", { name: "Save Changes" })).toBeNull()
})

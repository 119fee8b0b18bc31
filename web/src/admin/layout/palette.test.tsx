import { render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useRef, useState, useSyncExternalStore } from "react"
import { expect, test, vi } from "vitest"
import { useCommandKey } from "@/lib/shortcut"
import { unsaved, useUnsaved } from "@/lib/unsaved"
import { serve, signIn } from "../../../test/server"
import LeaveDialog from "../document/leave-dialog"
import Palette from "./palette"

await serve()
await signIn("editor")
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
  const isAsking = useSyncExternalStore(unsaved.subscribe, unsaved.isAsking)
  return (
    <>
      <form ref={form}>
        <input aria-label="Title" />
      </form>
      {isOpen && <Palette onClose={() => setOpen(false)} />}
      {isAsking && <LeaveDialog />}
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

test("a choice that would lose text is asked about, and staying gives the focus back", async () => {
  render(<Page isDirty save={() => {}} />)
  await userEvent.click(screen.getByLabelText("Title"))
  await openPalette()
  await userEvent.click(await screen.findByRole("option", { name: /^Hero/ }))
  expect(await screen.findByRole("alertdialog")).toBeVisible()
  await userEvent.keyboard("{Escape}")
  await waitFor(() => expect(screen.getByLabelText("Title")).toHaveFocus())
  expect(screen.queryByRole("alertdialog")).toBeNull()
})

import { render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useState } from "react"
import { expect, test } from "vitest"
import { Dialog } from "./dialog"

function Page() {
  const [isOpen, setOpen] = useState(true)
  return (
    <main>
      <h1 tabIndex={-1}>Messages</h1>
      {isOpen && (
        <Dialog title="Pilot" onClose={() => setOpen(false)}>
          <p>Hello</p>
        </Dialog>
      )}
    </main>
  )
}

test("a dialog that the address opened leaves the focus at the head of the page", async () => {
  render(<Page />)
  expect(await screen.findByRole("dialog")).toBeVisible()
  await userEvent.keyboard("{Escape}")
  await waitFor(() => expect(screen.getByRole("heading", { name: "Messages" })).toHaveFocus())
})

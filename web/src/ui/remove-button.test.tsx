import { render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useState } from "react"
import { expect, test, vi } from "vitest"
import { Confirm } from "./confirm"
import { Dialog } from "./dialog"
import { RemoveButton } from "./remove-button"

type Props = { asks?: boolean; addsAbove?: boolean }

function Rows({ asks = false, addsAbove = false }: Props) {
  const [rows, setRows] = useState(["A", "B", "C"])
  const [doomed, setDoomed] = useState<string>()
  const remove = (row?: string) => setRows(rows.filter((one) => one !== row))
  const add = (
    <button type="button" data-add>
      Add
    </button>
  )
  return (
    <main>
      {addsAbove && add}
      {(rows.length > 0 || !addsAbove) && (
        <div data-rows>
          {rows.map((row) => (
            <RemoveButton
              key={row}
              label={`Remove ${row}`}
              onClick={() => (asks ? setDoomed(row) : remove(row))}
            />
          ))}
          {!addsAbove && add}
        </div>
      )}
      {doomed && (
        <Confirm
          title="Sure?"
          text=""
          action="Delete"
          onCancel={() => setDoomed(undefined)}
          onConfirm={() => {
            remove(doomed)
            setDoomed(undefined)
          }}
        />
      )}
    </main>
  )
}

const button = (name: string) => screen.getByRole("button", { name })

test.each<[string, Props]>([
  ["at once", {}],
  ["after a question", { asks: true }],
  ["from a list that goes with its last row", { asks: true, addsAbove: true }],
])(
  "a row that is removed %s hands the focus to the next, the one before, and what adds one",
  async (_, props) => {
    render(<Rows {...props} />)
    for (const [row, next] of [
      ["A", "Remove B"],
      ["C", "Remove B"],
      ["B", "Add"],
    ] as const) {
      await userEvent.click(button(`Remove ${row}`))
      if (props.asks) await userEvent.click(button("Delete"))
      await waitFor(() => expect(button(next)).toHaveFocus())
    }
  },
)

test("the focus of a screen that is left does not go to what adds a row on the next one", async () => {
  const other = (
    <main>
      <button type="button" data-add>
        Add another
      </button>
    </main>
  )
  const { rerender } = render(<Rows key="rows" addsAbove />)
  button("Remove B").focus()
  rerender(<div key="other">{other}</div>)
  await new Promise(requestAnimationFrame)
  expect(button("Add another")).not.toHaveFocus()
})

function Opened() {
  const [isAsking, setAsking] = useState(false)
  return (
    <Dialog title="Message" onClose={() => {}}>
      <button type="button" onClick={() => setAsking(true)}>
        Delete
      </button>
      {isAsking && (
        <Confirm title="Sure?" text="" action="Yes" onConfirm={end} onCancel={() => {}} />
      )}
    </Dialog>
  )
}

let end = () => {}

function Messages() {
  const [isOpen, setOpen] = useState(false)
  end = () => setOpen(false)
  return (
    <main>
      <h1 tabIndex={-1}>Messages</h1>
      <button type="button" onClick={() => setOpen(true)}>
        View
      </button>
      {isOpen && <Opened />}
    </main>
  )
}

test("of two dialogs that close together the lower one says where the focus goes", async () => {
  render(<Messages />)
  await userEvent.click(button("View"))
  await userEvent.click(button("Delete"))
  await userEvent.click(button("Yes"))
  await waitFor(() => expect(button("View")).toHaveFocus())
  // The other one has had its turn by then as well.
  await new Promise((over) => setTimeout(over))
  expect(button("View")).toHaveFocus()
})

test("where nothing near is left, the head of the page takes the focus and the page stays where it is", async () => {
  const focus = vi.spyOn(HTMLElement.prototype, "focus")
  const page = (isOpen: boolean) => (
    <main>
      <h1 tabIndex={-1}>Subscribers</h1>
      {isOpen && (
        <Dialog title="One" onClose={() => {}}>
          One
        </Dialog>
      )}
    </main>
  )
  const gone = document.body.appendChild(document.createElement("button"))
  gone.focus()
  const { rerender } = render(page(true))
  gone.remove()
  rerender(page(false))
  await waitFor(() => expect(screen.getByRole("heading")).toHaveFocus())
  expect(focus).toHaveBeenLastCalledWith({ preventScroll: true })
  focus.mockRestore()
})

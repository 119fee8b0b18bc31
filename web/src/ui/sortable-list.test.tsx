import { act, render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useState } from "react"
import { expect, test } from "vitest"
import { SortableList } from "./sortable-list"
import "../../test/layout"

let order: (items: string[]) => void

// The new order is there a moment later, as one that waits for a running request is.
function Late({ off }: { off?: boolean }) {
  const [items, setItems] = useState(["Home", "About", "Contact"])
  const [wanted, setWanted] = useState<string[]>([])
  order = setItems
  return (
    <>
      <output data-testid="wanted">{wanted.join(" ")}</output>
      <SortableList
        items={items}
        idOf={(one) => one}
        nameOf={(one) => one}
        onMove={(ids) => setWanted(ids as string[])}
        steps
        off={off}
      >
        {(_item, _index, { grip, menu }) => (
          <>
            {grip}
            <button type="button">Edit</button>
            <input aria-label="Text" />
            {menu}
          </>
        )}
      </SortableList>
    </>
  )
}

const button = (name: string) => screen.getByRole("button", { name })
const wanted = () => screen.getByTestId("wanted").textContent.split(" ")
const item = (name: string) => screen.findByRole("menuitem", { name })

async function move(name: string, way: "up" | "down") {
  render(<Late />)
  await userEvent.click(button(`Move ${name} ${way}`))
  return wanted()
}

test.each([
  ["up", "down"],
  ["down", "up"],
] as const)(
  "the focus stays with a row that moves %s to the end of the list",
  async (way, other) => {
    const wanted = await move("About", way)
    act(() => order(wanted))
    expect(button(`Move About ${way}`)).toBeDisabled()
    expect(button(`Move About ${other}`)).toHaveFocus()
  },
)

test("a row that goes back where it was keeps the focus too", async () => {
  const wanted = await move("About", "up")
  act(() => order(wanted))
  act(() => order(["Home", "About", "Contact"]))
  expect(button("Move About up")).toHaveFocus()
})

test("whoever went on is not called back, in the same row neither", async () => {
  const wanted = await move("About", "up")
  const edit = screen.getAllByRole("button", { name: "Edit" })[1]
  edit?.focus()
  act(() => order(wanted))
  expect(edit).toHaveFocus()
})

test("Alt and an arrow key move a row from its grip and its buttons, and that is announced", async () => {
  render(<Late />)
  button("Drag About").focus()
  await userEvent.keyboard("{Alt>}{ArrowUp}{/Alt}")
  expect(wanted()).toEqual(["About", "Home", "Contact"])
  expect(screen.getByText("About moved to 1 of 3.")).toHaveAttribute("role", "status")
  act(() => order(wanted()))
  expect(button("Drag About")).toHaveFocus()
  screen.getAllByRole("button", { name: "Edit" })[1]?.focus()
  await userEvent.keyboard("{Alt>}{ArrowDown}{/Alt}")
  expect(wanted()).toEqual(["About", "Contact", "Home"])
})

test("at the ends, and where text is typed, Alt and an arrow key move nothing", async () => {
  render(<Late />)
  button("Drag Home").focus()
  await userEvent.keyboard("{Alt>}{ArrowUp}{/Alt}")
  screen.getAllByLabelText("Text")[1]?.focus()
  await userEvent.keyboard("{Alt>}{ArrowUp}{/Alt}")
  expect(wanted()).toEqual([""])
})

test.each(["Drag Contact", "Move Contact"])("the menu of %s moves a row", async (name) => {
  render(<Late />)
  await userEvent.click(button(name))
  expect(await item("Move down")).toHaveAttribute("data-disabled")
  await userEvent.click(await item("Move up"))
  await waitFor(() => expect(wanted()).toEqual(["Home", "Contact", "About"]))
  act(() => order(wanted()))
  expect(button(name)).toHaveFocus()
})

test("a row is moved to a position that is typed, and a wrong one is told so", async () => {
  render(<Late />)
  button("Drag Home").focus()
  await userEvent.keyboard("{Enter}")
  await userEvent.click(await item("Move to position…"))
  const position = await screen.findByLabelText("Position")
  expect(position).toHaveValue(1)
  await userEvent.clear(position)
  await userEvent.type(position, "4")
  await userEvent.click(button("Move"))
  expect(position).toHaveAccessibleDescription(/A number from 1 to 3/)
  await userEvent.clear(position)
  await userEvent.type(position, "3")
  await userEvent.click(button("Move"))
  expect(wanted()).toEqual(["About", "Contact", "Home"])
  expect(await screen.findByText("Home moved to 3 of 3.")).toBeInTheDocument()
})

test("nothing moves while another order is shown", async () => {
  render(<Late off />)
  expect(button("Drag About")).toBeDisabled()
  expect(button("Move About up")).toBeDisabled()
  screen.getAllByRole("button", { name: "Edit" })[1]?.focus()
  await userEvent.keyboard("{Alt>}{ArrowUp}{/Alt}")
  await userEvent.click(button("Move About"))
  expect(await item("Move up")).toHaveAttribute("data-disabled")
  expect(wanted()).toEqual([""])
})

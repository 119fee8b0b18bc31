import { act, render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useState } from "react"
import { expect, test } from "vitest"
import { SortableList } from "./sortable-list"

let order: (items: string[]) => void

// The new order is there a moment later, as one that waits for a running request is.
function Late() {
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
      >
        {() => <button type="button">Edit</button>}
      </SortableList>
    </>
  )
}

const button = (name: string) => screen.getByRole("button", { name })

async function move(name: string, way: "up" | "down") {
  render(<Late />)
  await userEvent.click(button(`Move ${name} ${way}`))
  return screen.getByTestId("wanted").textContent.split(" ")
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

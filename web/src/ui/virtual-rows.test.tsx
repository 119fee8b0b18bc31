import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { beforeEach, expect, test } from "vitest"
import { Room, useVirtualRows } from "./virtual-rows"

type Item = { id: number; name: string }
const make = (count: number, from = 1): Item[] =>
  Array.from({ length: count }, (_, at) => ({ id: from + at, name: `Row ${from + at}` }))

function List({ items, keep }: { items: Item[]; keep?: number[] }) {
  const { list, slots } = useVirtualRows<HTMLUListElement>({
    count: items.length,
    keyOf: (index) => (items[index] as Item).id,
    estimate: 40,
    keep,
  })
  return (
    <ul ref={list} aria-label="Rows">
      {slots.map((slot) =>
        slot.index === undefined ? (
          <Room key={slot.key} height={slot.height} />
        ) : (
          <li key={slot.key} {...slot.props}>
            <input aria-label={items[slot.index]?.name} />
          </li>
        ),
      )}
    </ul>
  )
}

const there = () => screen.getAllByRole("listitem")
const rooms = () =>
  [...document.querySelectorAll<HTMLElement>(".room")].map(({ style }) => style.height)

beforeEach(() => {
  Object.defineProperty(window, "innerHeight", { value: 800, configurable: true })
})

test("a list of up to fifty rows has all of them, as any list", () => {
  render(<List items={make(50)} />)
  expect(there()).toHaveLength(50)
  expect(there()[0]).not.toHaveAttribute("aria-setsize")
  expect(rooms()).toEqual([])
})

test("of five hundred rows those near the screen are there, and say where they stand", () => {
  render(<List items={make(500)} />)
  expect(there().length).toBeGreaterThan(20)
  expect(there().length).toBeLessThanOrEqual(80)
  expect(there()[0]).toHaveAttribute("aria-setsize", "500")
  expect(there()[4]).toHaveAttribute("aria-posinset", "5")
  // The page is as long as if all were.
  expect(rooms()).toEqual([`${(500 - there().length) * 40}px`])
})

test("a row keeps its focus and what is typed in it when others come before it", async () => {
  const items = make(500)
  const { rerender } = render(<List items={items} />)
  const field = screen.getByLabelText("Row 3")
  await userEvent.type(field, "half a word")
  rerender(<List items={[...make(1, 1000), ...items]} />)
  expect(screen.getByLabelText("Row 3")).toBe(field)
  expect(field).toHaveFocus()
  // So far that it is off the screen.
  rerender(<List items={[...make(200, 1000), ...items]} />)
  expect(screen.getByLabelText("Row 3")).toBe(field)
  expect(field).toHaveFocus()
  expect(field).toHaveValue("half a word")
  expect(there().length).toBeLessThanOrEqual(80)
  expect(rooms()).toHaveLength(2)
})

test("a row that is to stay is there however far it is", () => {
  render(<List items={make(500)} keep={[400]} />)
  expect(screen.getByLabelText("Row 400")).toBeInTheDocument()
  const total =
    there().length * 40 + rooms().reduce((sum, one) => sum + Number.parseInt(one, 10), 0)
  expect(total).toBe(500 * 40)
})

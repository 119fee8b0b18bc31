import { render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useState } from "react"
import { expect, test } from "vitest"
import { Confirm } from "./confirm"
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

import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { createRef, useState } from "react"
import { expect, test } from "vitest"
import { ListField } from "./list-field"

function Items({ start, least }: { start: string[]; least?: number }) {
  const [values, setValues] = useState(start)
  return (
    <ListField
      label="Responsibilities"
      item="responsibility"
      least={least}
      values={values}
      onChange={setValues}
    />
  )
}

const inputs = () => screen.queryAllByRole("textbox").map((one) => (one as HTMLInputElement).value)

test("the last item cannot be removed", async () => {
  render(<Items start={["One", "Two"]} />)
  await userEvent.click(screen.getByRole("button", { name: "Remove responsibility 2" }))
  expect(inputs()).toEqual(["One"])
  expect(screen.getByRole("button", { name: "Remove responsibility 1" })).toBeDisabled()
})

test("a list that may be empty can be emptied", async () => {
  render(<Items start={["One"]} least={0} />)
  await userEvent.click(screen.getByRole("button", { name: "Remove responsibility 1" }))
  expect(inputs()).toEqual([])
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Add responsibility" })).toHaveFocus(),
  )
})

test("Enter adds a row below and goes there", async () => {
  render(<Items start={["One", "Two"]} />)
  await userEvent.type(screen.getByLabelText("Responsibilities 1"), "{Enter}")
  await waitFor(() => expect(screen.getByLabelText("Responsibilities 2")).toHaveFocus())
  await userEvent.keyboard("New")
  expect(inputs()).toEqual(["One", "New", "Two"])
})

test("what is dropped in several lines is one line", () => {
  render(<Items start={[""]} />)
  const value = "Open the shop\r\n  in the morning"
  fireEvent.change(screen.getByLabelText("Responsibilities 1"), { target: { value } })
  expect(inputs()).toEqual(["Open the shop in the morning"])
})

test("after a removal the row before has the focus", async () => {
  render(<Items start={["One", "Two", "Three"]} />)
  await userEvent.click(screen.getByRole("button", { name: "Remove responsibility 3" }))
  await waitFor(() => expect(screen.getByLabelText("Responsibilities 2")).toHaveFocus())
})

test("several lines become several rows, without their bullets, where the caret is", async () => {
  render(<Items start={["One", "Two tail", "Three"]} />)
  const row = screen.getByLabelText<HTMLTextAreaElement>("Responsibilities 2")
  row.focus()
  row.setSelectionRange(4, 4)
  await userEvent.paste("- first\r\n• second\n\n  2. third\n2026 – fourth\n* fifth, ")
  expect(inputs()).toEqual([
    "One",
    "Two first",
    "second",
    "third",
    "2026 – fourth",
    "fifth,tail",
    "Three",
  ])
  await waitFor(() => expect(screen.getByLabelText("Responsibilities 6")).toHaveFocus())
  await userEvent.keyboard("!")
  expect(inputs()[5]).toBe("fifth,!tail")
})

test("one line is pasted as it is", async () => {
  render(<Items start={["One"]} />)
  const row = screen.getByLabelText<HTMLTextAreaElement>("Responsibilities 1")
  row.focus()
  row.select()
  await userEvent.paste("- first")
  expect(inputs()).toEqual(["- first"])
})

test("the button adds at the end", async () => {
  render(<Items start={["One"]} />)
  await userEvent.click(screen.getByRole("button", { name: "Add responsibility" }))
  expect(inputs()).toEqual(["One", ""])
})

test("an item that is wrong says so, and gets the focus of the list", async () => {
  const list = createRef<{ focus: () => void }>()
  const texts = { label: "Reasons", item: "reason", values: ["One", "Two"], onChange: () => {} }
  render(<ListField {...texts} errors={[undefined, "Too long"]} error="Too many" ref={list} />)
  expect(screen.getByLabelText("Reasons 1")).not.toHaveAttribute("aria-invalid")
  const wrong = screen.getByLabelText("Reasons 2")
  expect(wrong).toBeInvalid()
  expect(wrong).toHaveAccessibleDescription("Too long")
  expect(screen.getByText("Too many")).toBeVisible()
  list.current?.focus()
  await waitFor(() => expect(wrong).toHaveFocus())
})

test("the focus goes to what is wrong also when that is drawn long after, and not later on", async () => {
  const list = createRef<{ focus: () => void }>()
  const texts = { label: "Reasons", item: "reason", values: ["One", "Two"], onChange: () => {} }
  const drawn = (errors?: (string | undefined)[], error?: string) => (
    <ListField {...texts} errors={errors} error={error} ref={list} />
  )
  const { rerender } = render(drawn())
  list.current?.focus()
  await new Promise(requestAnimationFrame)
  rerender(drawn([undefined, "Too long"]))
  expect(screen.getByLabelText("Reasons 2")).toHaveFocus()

  screen.getByRole("button", { name: "Add reason" }).focus()
  rerender(drawn())
  list.current?.focus()
  await new Promise(requestAnimationFrame)
  rerender(drawn([], "Too many"))
  rerender(drawn(["Too long"]))
  expect(screen.getByRole("button", { name: "Add reason" })).toHaveFocus()
})

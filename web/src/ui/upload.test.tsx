import { createEvent, fireEvent, render, screen } from "@testing-library/react"
import { expect, test, vi } from "vitest"
import { Upload } from "./upload"

const file = new File(["x"], "a.png", { type: "image/png" })
const dragged = { types: ["Files"], files: [file], items: [] }
const HINT = "PNG, please."

function open(done?: number) {
  const onFile = vi.fn()
  render(<Upload src="" hint={HINT} done={done} onFile={onFile} />)
  return { onFile, field: screen.getByRole("group", { name: "Upload image" }) }
}

test("a file that is dropped on the field is taken, and the field shows that it would be", () => {
  const { onFile, field } = open()
  fireEvent.dragEnter(field, { dataTransfer: dragged })
  expect(screen.getByText("Let go to upload")).toBeVisible()
  fireEvent.dragLeave(field, { dataTransfer: dragged })
  expect(screen.getByText(HINT)).toBeVisible()
  fireEvent.dragEnter(field, { dataTransfer: dragged })
  fireEvent.drop(field, { dataTransfer: dragged })
  expect(onFile).toHaveBeenCalledExactlyOnceWith(file)
  expect(screen.getByText(HINT)).toBeVisible()
})

test("a text that is dragged is no file", () => {
  const { onFile, field } = open()
  fireEvent.dragEnter(field, { dataTransfer: { types: ["text/plain"], files: [] } })
  expect(screen.queryByText("Let go to upload")).toBeNull()
  fireEvent.drop(field, { dataTransfer: { types: ["text/plain"], files: [] } })
  expect(onFile).not.toHaveBeenCalled()
})

test("nothing is taken while a file is on its way", () => {
  const { onFile, field } = open(10)
  fireEvent.dragEnter(field, { dataTransfer: dragged })
  fireEvent.drop(field, { dataTransfer: dragged })
  expect(onFile).not.toHaveBeenCalled()
})

test("a file that misses the field does not take the place of the page", () => {
  const { onFile } = open()
  for (const kind of ["dragOver", "drop"] as const) {
    const event = createEvent[kind](document.body, { dataTransfer: dragged })
    fireEvent(document.body, event)
    expect(event.defaultPrevented, kind).toBe(true)
  }
  expect(onFile).not.toHaveBeenCalled()
})

import { zodResolver } from "@hookform/resolvers/zod"
import { render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useForm } from "react-hook-form"
import { expect, test } from "vitest"
import { z } from "zod"
import { fieldOf } from "@/lib/preview"
import { landSoon } from "../preview/land"
import { TextField } from "./fields"
import { FoldList } from "./fold-list"

Element.prototype.scrollIntoView ??= () => {}

const step = z.object({ title: z.string().min(1, "Step title is required"), text: z.string() })
const rules = z.object({ title: z.string().min(1, "Title is required"), steps: z.array(step) })

const STEPS = [
  { title: "Identify", text: "Look for a problem" },
  { title: "Build", text: "Make a thing" },
  { title: "Launch", text: "Open the door" },
]

function Steps({ title = "Process" }: { title?: string }) {
  const form = useForm({ defaultValues: { title, steps: STEPS }, resolver: zodResolver(rules) })
  return (
    <form data-document="process" data-id="" onSubmit={form.handleSubmit(() => {})}>
      <TextField form={form} name="title" label="Section Title" />
      <FoldList
        form={form}
        name="steps"
        item="step"
        numbered
        add="Add Step"
        blank={{ title: "", text: "" }}
        headOf={({ title, text }) => ({ title, text })}
      >
        {(index) => (
          <>
            <TextField form={form} name={`steps.${index}.title`} label="Title" />
            <TextField form={form} name={`steps.${index}.text`} label="Text" />
          </>
        )}
      </FoldList>
      <button type="submit">Save</button>
    </form>
  )
}

const heads = () =>
  screen
    .getAllByRole("button", { name: /^Step / })
    .map((one) => one.querySelector("b")?.textContent)
const head = (name: RegExp) => screen.getByRole("button", { name })
const opened = () =>
  screen.queryAllByRole("group").map((one) => one.ariaLabel ?? one.getAttribute("aria-label"))

test("rows are closed, show a title and a short text, and one is open at a time", async () => {
  render(<Steps />)
  expect(heads()).toEqual(["Step 1, Identify", "Step 2, Build", "Step 3, Launch"])
  expect(screen.getByText("Make a thing")).toBeVisible()
  expect(opened()).toEqual([])
  await userEvent.click(head(/Step 2/))
  expect(opened()).toEqual(["Step 2"])
  expect(head(/Step 2/)).toHaveAttribute("aria-expanded", "true")
  await userEvent.click(head(/Step 3/))
  expect(opened()).toEqual(["Step 3"])
  head(/Step 3/).focus()
  await userEvent.keyboard("{Enter}")
  expect(opened()).toEqual([])
})

test("the row says what is typed into it", async () => {
  render(<Steps />)
  await userEvent.click(head(/Step 1/))
  const title = screen.getByRole("textbox", { name: "Title" })
  await userEvent.clear(title)
  await userEvent.type(title, "Find")
  expect(heads()[0]).toBe("Step 1, Find")
})

test("a new row opens with the focus in it; a removed one hands the focus on", async () => {
  render(<Steps />)
  await userEvent.click(screen.getByRole("button", { name: "Add Step" }))
  expect(opened()).toEqual(["Step 4"])
  await waitFor(() => expect(screen.getByRole("textbox", { name: "Title" })).toHaveFocus())
  await userEvent.click(screen.getByRole("button", { name: "Remove step 4" }))
  expect(opened()).toEqual([])
  expect(heads()).toHaveLength(3)
  await waitFor(() => expect(head(/Step 3/)).toHaveFocus())
})

test("the open row stays open when it moves, and when another goes", async () => {
  render(<Steps />)
  await userEvent.click(head(/Step 3/))
  await userEvent.keyboard("{Alt>}{ArrowUp}{ArrowUp}{/Alt}")
  expect(heads()).toEqual(["Step 1, Launch", "Step 2, Identify", "Step 3, Build"])
  expect(opened()).toEqual(["Step 1"])
  expect(head(/Step 1/)).toHaveFocus()
  expect(screen.getByText("Launch moved to 1 of 3.")).toBeInTheDocument()
})

test("a mistake opens its row and gets the focus, unless one comes before it", async () => {
  const { unmount } = render(<Steps />)
  await userEvent.click(head(/Step 2/))
  await userEvent.clear(screen.getByRole("textbox", { name: "Title" }))
  await userEvent.click(head(/Step 1/))
  await userEvent.click(screen.getByRole("button", { name: "Save" }))
  await waitFor(() => expect(opened()).toEqual(["Step 2"]))
  const title = screen.getByRole("textbox", { name: "Title" })
  await waitFor(() => expect(title).toHaveFocus())
  expect(title).toHaveAccessibleDescription("Step title is required")
  unmount()

  render(<Steps title="" />)
  await userEvent.click(head(/Step 2/))
  await userEvent.clear(screen.getByRole("textbox", { name: "Title" }))
  await userEvent.click(head(/Step 2/))
  await userEvent.click(screen.getByRole("button", { name: "Save" }))
  await waitFor(() => expect(opened()).toEqual(["Step 2"]))
  await waitFor(() => expect(screen.getByLabelText("Section Title")).toHaveFocus())
})

test("what is pressed in the preview opens its row", async () => {
  render(<Steps />)
  landSoon(fieldOf("process", "", "steps.2.text"))
  await waitFor(() => expect(opened()).toEqual(["Step 3"]))
  await waitFor(() => expect(screen.getByRole("textbox", { name: "Text" })).toHaveFocus())
  // A field that has no control of its own leads to its row.
  landSoon(fieldOf("process", "", "steps.0.icon"))
  await waitFor(() => expect(opened()).toEqual(["Step 1"]))
})

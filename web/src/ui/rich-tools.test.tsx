import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useState } from "react"
import { expect, test } from "vitest"
import RichEditor from "./rich-editor"
import "../../test/layout"

type Bar = "lists" | "prose" | "page"

function Text({ start = "<p>Words</p>", tools }: { start?: string; tools?: Bar }) {
  const [value, setValue] = useState(start)
  return (
    <>
      <span id="name">Subtitle</span>
      <output data-testid="html">{value}</output>
      <RichEditor
        value={value}
        onChange={setValue}
        labelledBy="name"
        height={200}
        tools={tools}
        onBreak={() => {}}
        onPicture={tools === "page" ? () => {} : undefined}
      />
    </>
  )
}

const bar = () =>
  [...screen.getByRole("toolbar", { name: "Formatting" }).querySelectorAll("button")].map(
    (one) => one.ariaLabel ?? one.getAttribute("aria-label"),
  )
const menu = async () => {
  await userEvent.click(screen.getByRole("button", { name: "More tools" }))
  return screen.getByRole("menu")
}

const INLINE = ["Bold", "Italic", "Link"]
const LISTS = ["Bulleted list", "Numbered list"]

test.each([
  [undefined, [...INLINE]],
  ["lists", [...INLINE, ...LISTS]],
  ["prose", ["Heading 2", ...INLINE, ...LISTS, "Quote"]],
  ["page", ["Heading 2", ...INLINE, ...LISTS, "Quote", "Picture", "Line"]],
] as const)("the tools %s are at hand, all others behind the dots", async (tools, names) => {
  render(<Text tools={tools} />)
  expect(bar()).toEqual([...names, "More tools"])
  const items = [...(await menu()).querySelectorAll("[role^=menuitem]")].map((one) =>
    one.textContent?.trim(),
  )
  const all = ["Heading 2", "Heading 3", "Heading 4", "Underline", "Strikethrough", "Code"]
  const more = [...all, ...INLINE, ...LISTS, "Quote", "Line", "Undo", "Redo"]
  expect([...names, ...items].sort()).toEqual(
    [...more, ...(tools === "page" ? ["Picture"] : [])].sort(),
  )
})

test("a heading that is stored in a text without that tool stays, is told of, and can be changed", async () => {
  render(<Text start="<h3>Old heading</h3>" />)
  const dots = screen.getByRole("button", { name: "More tools" })
  expect(dots).toHaveAttribute("data-on", "true")
  expect(screen.getByRole("heading", { level: 3, name: "Old heading" })).toBeVisible()
  await menu()
  expect(screen.getByRole("menuitemcheckbox", { name: "Heading 3" })).toBeChecked()
  await userEvent.click(screen.getByRole("menuitemcheckbox", { name: "Heading 3" }))
  expect(screen.getByTestId("html")).toHaveTextContent("<p>Old heading</p>")
})

test("the page is as high as it was given, and grows", () => {
  const { container } = render(<Text />)
  expect(container.querySelector<HTMLElement>(".rich-page")?.style).toMatchObject({
    minHeight: "200px",
    height: "",
  })
})

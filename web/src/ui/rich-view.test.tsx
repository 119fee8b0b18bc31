import { render, screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { RichView } from "./rich-view"

test("a link in a preview opens beside the form, and what is not text is left out", () => {
  const { container } = render(
    <RichView html={'<p>See <a href="https://a.example/" onclick="x()">it</a><img src="x"></p>'} />,
  )
  const link = screen.getByRole("link", { name: "it" })
  expect(link).toHaveAttribute("target", "_blank")
  expect(link).toHaveAttribute("rel", "noopener")
  expect(link).not.toHaveAttribute("onclick")
  expect(container.querySelector("img")).toBeNull()
})

import { fireEvent, render, screen } from "@testing-library/react"
import { expect, test, vi } from "vitest"
import { Upload } from "./upload"

test("an image that cannot be loaded leaves no broken one, and the next address is tried", () => {
  const upload = (src: string) => <Upload src={src} hint="PNG" onFile={vi.fn()} />
  const { container, rerender } = render(upload("https://a.example/none.png"))
  const image = () => container.querySelector("img")
  fireEvent.error(image() as HTMLImageElement)
  expect(image()).toBeNull()
  expect(screen.getByText("PNG")).toBeVisible()
  rerender(upload("https://a.example/some.png"))
  expect(image()).toHaveAttribute("src", "https://a.example/some.png")
})

import { render, screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { CredentialsForm } from "./credentials-form"

test("only the one whose session ended can go on with what they typed", () => {
  const { unmount } = render(<CredentialsForm email="ana@example.org" onDone={() => {}} />)
  expect(screen.getByLabelText("Email")).toHaveValue("ana@example.org")
  expect(screen.getByLabelText("Email")).toHaveAttribute("readonly")
  unmount()
  render(<CredentialsForm onDone={() => {}} />)
  expect(screen.getByLabelText("Email")).not.toHaveAttribute("readonly")
})

import { act, render, screen } from "@testing-library/react"
import { expect, test, vi } from "vitest"
import { Crash } from "../crash"
import { LoginFrame } from "./login-frame"

vi.mock("@/lib/painted", () => ({ shown: () => Promise.reject(new Error("no network")) }))

test("the form stays when the window beside it does not come", async () => {
  await act(async () => {
    render(
      <Crash>
        <LoginFrame title="Behind the counter" text="Sign in to edit the site.">
          <input aria-label="Email" />
        </LoginFrame>
      </Crash>,
    )
  })
  expect(screen.getByLabelText("Email")).toBeInTheDocument()
  expect(screen.getByRole("heading")).toHaveTextContent("Behind the counter")
})

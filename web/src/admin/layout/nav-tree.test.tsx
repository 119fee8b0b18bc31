import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { beforeEach, expect, test } from "vitest"
import { Router } from "wouter"
import { serve, signIn } from "../../../test/server"
import { NavTree } from "./nav-tree"

await serve()

beforeEach(async () => {
  localStorage.clear()
  await signIn("editor")
})

function open(path: string) {
  const { unmount } = render(
    <QueryClientProvider client={new QueryClient()}>
      <Router hook={() => [path, () => {}]}>
        <NavTree />
      </Router>
    </QueryClientProvider>,
  )
  return unmount
}

const content = () => screen.getByRole("button", { name: "Update Content" })

test("a branch stays as it was chosen, and is open on each of its pages", async () => {
  const leave = open("/admin/hero")
  await userEvent.click(content())
  expect(content()).toHaveAttribute("aria-expanded", "true")
  leave()

  const away = open("/admin")
  expect(content()).toHaveAttribute("aria-expanded", "true")
  await userEvent.click(content())
  expect(content()).toHaveAttribute("aria-expanded", "false")
  away()

  const inside = open("/admin/hero")
  expect(content()).toHaveAttribute("aria-expanded", "true")
  await userEvent.click(content())
  inside()

  open("/admin/messages")
  expect(content()).toHaveAttribute("aria-expanded", "false")
})

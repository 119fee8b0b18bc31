import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen, within } from "@testing-library/react"
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

/** The rows below Update Content, each with those below it. */
function rows() {
  const list = content().nextElementSibling as HTMLElement
  return [...list.children].map((row) =>
    within(row as HTMLElement)
      .getAllByRole("link")
      .map((link) => link.textContent),
  )
}

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

test("content is six rows, and only the one that is open shows its pages", () => {
  const six = [["Homepage"], ["About Us"], ["Careers"], ["Contact"], ["Navigation"], ["Footer"]]
  const leave = open("/admin")
  expect(rows()).toEqual(six)
  leave()

  const home = open("/admin/portfolio")
  expect(rows()).toEqual([["Homepage", "Hero", "Process", "Portfolio"], ...six.slice(1)])
  home()

  open("/admin/about")
  expect(rows()[1]).toEqual(["About Us", "About", "About text", "Process text", "Team"])
  // The row leads to the same page, and only one of the two is the current one.
  expect(screen.getByRole("link", { name: "About Us" })).toHaveAttribute("href", "/admin/about")
  expect(screen.getByRole("link", { current: "page" })).toHaveTextContent(/^About$/)
})

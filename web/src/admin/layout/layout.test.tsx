import { screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { beforeEach, expect, test } from "vitest"
import { Router } from "wouter"
import { memoryLocation } from "wouter/memory-location"
import { renderPage } from "../../../test/render"
import { serve, signIn } from "../../../test/server"
import { Layout } from "./layout"

await serve()

beforeEach(async () => {
  localStorage.clear()
  await signIn("editor")
})

function open(path: string) {
  const { hook, history } = memoryLocation({ path, record: true })
  const { unmount } = renderPage(
    <Router hook={hook}>
      <Layout>
        <h1>Screen</h1>
      </Layout>
    </Router>,
  )
  return { history, unmount }
}

const button = (name: string) => screen.getByRole("button", { name })

test("the menu beside an editor lies over the form, and stays once it is pinned", async () => {
  const { unmount } = open("/admin/hero")
  await userEvent.click(button("Open the menu"))
  const menu = screen.getByRole("dialog", { name: "Menu" })
  await userEvent.keyboard("{Escape}")
  expect(menu).not.toBeInTheDocument()
  await waitFor(() => expect(button("Open the menu")).toHaveFocus())

  await userEvent.click(button("Open the menu"))
  await userEvent.click(button("Keep the menu open"))
  expect(screen.queryByRole("dialog")).toBeNull()
  expect(screen.queryByRole("button", { name: "Open the menu" })).toBeNull()
  await waitFor(() => expect(button("Fold the menu")).toHaveFocus())
  unmount()

  open("/admin/careers")
  await userEvent.click(button("Fold the menu"))
  await waitFor(() => expect(button("Open the menu")).toHaveFocus())
  expect(localStorage.getItem("vitrine-admin-menu-pinned")).toBeNull()
})

test("a pinned menu is folded nowhere else", async () => {
  localStorage.setItem("vitrine-admin-menu-pinned", "1")
  open("/admin/messages")
  expect(screen.queryByRole("button", { name: "Fold the menu" })).toBeNull()
})

test("the bar of a phone knows where one is, and the sheet has the rest", async () => {
  const { history } = open("/admin/careers")
  const bar = () => screen.getByRole("navigation", { name: "Main screens" })
  expect(within(bar()).getByRole("link", { name: "Update" })).toHaveAttribute("aria-current")
  expect([...bar().children].map((one) => one.textContent)).toEqual([
    "Dashboard",
    expect.stringMatching(/^Messages/),
    "Update",
    "Letters",
    "More",
  ])
  await userEvent.click(within(bar()).getByRole("button", { name: "More" }))
  const sheet = screen.getByRole("dialog", { name: "Menu" })
  const rest = within(sheet).getByRole("navigation", { name: "Admin pages" })
  expect(
    within(rest)
      .getAllByRole("listitem")
      .map((row) => row.textContent),
  ).toEqual([
    "Applicants",
    expect.stringMatching(/^Subscribers/),
    "People",
    "Settings",
    "Media",
    "Activity",
    "Trash",
  ])
  expect(within(sheet).getByText("Signed in as editor")).toBeVisible()
  await userEvent.click(within(rest).getByRole("button", { name: "Settings" }))
  await userEvent.click(within(rest).getByRole("link", { name: "Redirects" }))
  expect(history.at(-1)).toBe("/admin/settings/redirects")
  expect(sheet).not.toBeInTheDocument()
})

test("an editor leads back to the page of content, and other screens do not", async () => {
  const { unmount } = open("/admin/team")
  expect(screen.getByRole("link", { name: "Back to Update Content" })).toHaveAttribute(
    "href",
    "/admin/content",
  )
  unmount()
  for (const path of ["/admin/content", "/admin/messages"]) {
    const { unmount } = open(path)
    expect(screen.queryByRole("link", { name: /^Back to/ })).toBeNull()
    unmount()
  }
})

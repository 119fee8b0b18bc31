import { screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { beforeEach, expect, test } from "vitest"
import { renderPage } from "../../../test/render"
import { clearStored, serve, signIn } from "../../../test/server"
import { addressOf } from "./api"
import PagesPage from "./page"
import "../../../test/layout"

const server = await serve()
await signIn()

beforeEach(async () => {
  clearStored()
  await server.api("/rest/v1/pages?id=gt.0", { method: "DELETE", as: "admin" })
})

const add = (title: string, slug: string) =>
  server.api("/rest/v1/pages", {
    method: "POST",
    as: "admin",
    body: JSON.stringify({ title, slug }),
  })

const open = () => renderPage(<PagesPage />)

const title = () => screen.findByLabelText("Title")
const address = () => screen.getByLabelText("Address")
const send = (name: string) =>
  userEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name }))

test.each([
  ["Field sites", "field-sites"],
  ["  Über uns: Café & Co.  ", "uber-uns-cafe-co"],
  ["日本", ""],
  [`${"a".repeat(79)} b`, "a".repeat(79)],
])("the title %j suggests an address", (text, slug) => expect(addressOf(text)).toBe(slug))

test("the address follows the title until it is typed by hand", async () => {
  open()
  expect(await screen.findByText("No pages yet")).toBeVisible()
  await userEvent.click(screen.getAllByRole("button", { name: "Add page" })[0] as HTMLElement)
  await userEvent.type(await title(), "Field sites")
  expect(address()).toHaveValue("field-sites")
  await userEvent.clear(address())
  await userEvent.type(address(), "sites")
  await userEvent.type(await title(), " of ours")
  expect(address()).toHaveValue("sites")
  await send("Add page")
  expect(await screen.findByText("1 page of your own, 1 visible.")).toBeVisible()
  expect(await server.api("/rest/v1/pages")).toMatchObject([
    { title: "Field sites of ours", slug: "sites", is_visible: true },
  ])
})

test("a page that moves says where the old address leads", async () => {
  await add("Field sites", "field-sites")
  open()
  await userEvent.click(await screen.findByRole("button", { name: "Edit Field sites" }))
  await userEvent.type(await title(), " and more")
  expect(address()).toHaveValue("field-sites")
  await userEvent.clear(address())
  await userEvent.type(address(), "sites")
  expect(address()).toHaveAccessibleDescription("/field-sites will lead to the new address.")
  await send("Update page")
  await waitFor(async () =>
    expect(await server.api("/rest/v1/redirects?from_path=eq./field-sites")).toMatchObject([
      { to_path: "/sites" },
    ]),
  )
})

test.each([
  ["careers", "The address /careers belongs to the site itself."],
  ["privacy", "Another page has this address."],
  ["No Spaces", "An address has small letters, digits and hyphens only"],
])("the address %j is refused beside its field", async (slug, message) => {
  await add("Privacy", "privacy")
  open()
  await userEvent.click(await screen.findByRole("button", { name: "Add page" }))
  await userEvent.type(await title(), "New")
  await userEvent.clear(address())
  await userEvent.type(address(), slug)
  await send("Add page")
  await waitFor(() =>
    expect(address()).toHaveAccessibleDescription(`Small letters, digits and hyphens. ${message}`),
  )
  expect(address()).toHaveFocus()
})

test("a page is hidden and deleted", async () => {
  await add("Privacy", "privacy")
  open()
  const link = await screen.findByRole("link", { name: "Open Privacy in a new tab" })
  expect(link).toHaveAttribute("href", "/privacy")
  await userEvent.click(screen.getByRole("switch", { name: "Visible: Privacy" }))
  expect(await screen.findByText("1 page of your own, 0 visible.")).toBeVisible()
  expect(screen.queryByRole("link")).toBeNull()
  await waitFor(async () => expect(await server.api("/rest/v1/pages")).toEqual([]))
  await userEvent.click(screen.getByRole("button", { name: "Delete Privacy" }))
  await userEvent.click(screen.getByRole("button", { name: "Delete" }))
  expect(await screen.findByText("No pages yet")).toBeVisible()
})

test.each([
  [undefined, /^Linked from nowhere yet. Add a link in Navigation or Footer.$/],
  ["/imprint", /^Linked from Footer.$/],
])("a page says where visitors find the way to it", async (path, sentence) => {
  await add("Imprint", "imprint")
  if (path)
    await server.api("/rest/v1/footer_links", {
      method: "POST",
      as: "admin",
      body: JSON.stringify({ name: "Imprint", path, section: "Company", order: 9 }),
    })
  open()
  await userEvent.click(await screen.findByRole("button", { name: "Edit Imprint" }))
  await waitFor(() => expect(screen.getByText(/^Linked from/).textContent).toMatch(sentence))
})

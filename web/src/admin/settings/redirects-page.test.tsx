import { screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { beforeEach, expect, test } from "vitest"
import { renderPage } from "../../../test/render"
import { clearStored, serve, signIn } from "../../../test/server"
import RedirectsPage from "./redirects-page"

const server = await serve()
await signIn()

const add = (from_path: string, to_path: string) =>
  server.api("/rest/v1/redirects", {
    method: "POST",
    as: "admin",
    body: JSON.stringify({ from_path, to_path }),
  })

beforeEach(async () => {
  clearStored()
  await server.api("/rest/v1/redirects?id=gt.0", { method: "DELETE", as: "admin" })
})

const open = () => renderPage(<RedirectsPage />)

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }))

async function fill(from: string, to: string) {
  for (const [label, text] of Object.entries({ From: from, To: to })) {
    const field = await screen.findByLabelText(label)
    await userEvent.clear(field)
    await userEvent.type(field, text)
  }
  const dialog = within(screen.getByRole("dialog"))
  await userEvent.click(dialog.getByRole("button", { name: "Add redirect" }))
}

test.each([
  ["old page", "/about", "From", "The old address begins with one slash"],
  ["/old?a=1", "/about", "From", "The old address is a path without ? and #"],
  [
    "/old",
    "https://other.example",
    "To",
    "The new address is one of this site and begins with one slash",
  ],
  ["/careers", "/about", "From", "There is something at /careers already."],
  ["/jobs", "/about", "From", "This address is redirected already."],
  ["/old", "/old", "To", "A redirect cannot lead to itself."],
  ["/careers/gone", "/jobs", "To", "These redirects would lead round in a circle."],
])("from %s to %s is refused beside its field", async (from, to, label, message) => {
  await add("/jobs", "/careers/gone")
  open()
  await screen.findByText("/jobs")
  await press("Add redirect")
  await fill(from, to)
  await waitFor(() =>
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(ending(message)),
  )
  expect(screen.getByLabelText(label)).toHaveFocus()
})

const ending = (text: string) => new RegExp(`${text.replace(/[.?]/g, "\\$&")}$`)

test("redirects are added, found and deleted", async () => {
  open()
  expect(await screen.findByText("No redirects yet")).toBeVisible()
  await userEvent.click(screen.getAllByRole("button", { name: "Add redirect" })[0] as HTMLElement)
  await fill("/team", "/about")
  expect(await screen.findByRole("button", { name: "Edit /team" })).toBeVisible()
  const search = screen.getByPlaceholderText("Search redirects...")
  await userEvent.type(search, "nothing")
  expect(screen.getByText("No match")).toBeVisible()
  await userEvent.clear(search)
  await userEvent.type(search, "about")
  await press("Delete /team")
  expect(screen.getByRole("alertdialog")).toHaveTextContent("/team to /about")
  await press("Delete")
  expect(await screen.findByText("No redirects yet")).toBeVisible()
  expect(await server.api("/rest/v1/redirects")).toEqual([])
})

test("one that leads to no page of the site is marked", async () => {
  await add("/old", "/about")
  await add("/older", "/nowhere")
  open()
  const row = (name: string) => screen.getByRole("button", { name: `Edit ${name}` }).closest("tr")
  await screen.findByText(/^No page of this site has this address/)
  expect(row("/older")?.textContent).toContain("No page of this site")
  expect(row("/old")?.textContent).not.toContain("No page of this site")
})

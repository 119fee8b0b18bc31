import { screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { beforeEach, expect, test } from "vitest"
import type { PageHead } from "@/lib/documents.gen"
import { renderPage } from "../../../test/render"
import { clearStored, serve, signIn } from "../../../test/server"
import { keyOf, pathOf } from "./heads"
import SearchPage from "./search-page"
import "../../../test/layout"

const server = await serve()
await signIn()
await server.api("/rest/v1/pages", {
  method: "POST",
  as: "admin",
  body: JSON.stringify({ title: "Field sites", slug: "field-sites", body: "<p>We keep four.</p>" }),
})

const stored = (): Promise<PageHead> =>
  server.api("/rest/v1/page_heads?order=path", { as: "admin" })

async function store(page_heads: Partial<PageHead[number]>[]) {
  const loaded = (await stored()).map(({ id, version }) => ({ id, version }))
  await server.api("/rest/v1/rpc/save_page_heads", {
    method: "POST",
    as: "admin",
    body: JSON.stringify({ loaded, page_heads }),
  })
}

beforeEach(async () => {
  clearStored()
  await store([{ path: "/about", title: "Who we are" }])
})

async function open() {
  renderPage(<SearchPage />)
  await screen.findByRole("navigation", { name: "Pages of the site" })
}

const pages = () => within(screen.getByRole("navigation", { name: "Pages of the site" }))
const choose = (name: RegExp) => userEvent.click(pages().getByRole("button", { name }))
// The form that is shown; the other one keeps what was typed.
const field = (label: string) => within(screen.getByRole("form")).getByLabelText(label)
const preview = () => screen.getByRole("region", { name: "Preview" })
const save = () => userEvent.click(screen.getByRole("button", { name: "Save Changes" }))

test.each(["/", "/about", "/a.b/c'd", '/x["y"]', "/ä"])("the path %s names a field", (path) => {
  expect(keyOf(path)).not.toMatch(/[.[\]'"|]/)
  expect(pathOf(keyOf(path))).toBe(path)
})

test("a page shows what is used while nothing is typed for it", async () => {
  await open()
  await choose(/^Field sites/)
  expect(field("Title")).toHaveAttribute("placeholder", "Field sites | Vitrine")
  expect(preview()).toHaveTextContent("Field sites | Vitrine")
  expect(preview()).toHaveTextContent("We keep four.")
  await choose(/^Careers/)
  expect(preview()).toHaveTextContent("Careers | Vitrine")
})

test("heads are typed for several pages, marked and stored at once", async () => {
  await open()
  expect(pages().getByRole("button", { name: /^About Us.*own$/ })).toBeVisible()
  await choose(/^Home/)
  await userEvent.type(field("Title"), "x".repeat(61))
  expect(screen.getByText("61 of 60")).toBeVisible()
  expect(field("Title")).toHaveAccessibleDescription("Search engines show about 60 characters.")
  await choose(/^About Us/)
  expect(field("Title")).toHaveValue("Who we are")
  await userEvent.clear(field("Title"))
  await choose(/^Field sites/)
  await userEvent.click(screen.getByRole("switch", { name: "Show in search engines" }))
  expect(preview()).toHaveTextContent("Search engines are told to leave this page out.")
  expect(pages().getByRole("button", { name: /^Field sites.*not listed$/ })).toBeVisible()
  await save()
  await waitFor(async () =>
    expect(await stored()).toMatchObject([
      { path: "/", title: "x".repeat(61), noindex: false },
      { path: "/field-sites", title: "", noindex: true },
    ]),
  )
})

test("a mistake on a page that is not shown leads there", async () => {
  await open()
  await choose(/^Contact/)
  await userEvent.type(field("Sharing image"), "no picture")
  await choose(/^Home/)
  await save()
  await waitFor(() =>
    expect(field("Sharing image")).toHaveAccessibleDescription(/Must be a valid URL$/),
  )
  expect(pages().getByRole("button", { current: true })).toHaveTextContent("Contact")
})

test("the head of the whole site is the first, and pages fall back on it", async () => {
  await open()
  await choose(/^Whole site/)
  await userEvent.type(field("Description"), "A studio for the wind.")
  expect(preview()).toHaveTextContent("A studio for the wind.")
  await save()
  await waitFor(async () =>
    expect(await server.api("/rest/v1/site_settings")).toMatchObject([
      { head_description: "A studio for the wind." },
    ]),
  )
  await choose(/^Home/)
  await waitFor(() =>
    expect(field("Description")).toHaveAttribute("placeholder", "A studio for the wind."),
  )
})

test("a head whose page is gone is shown, to be emptied", async () => {
  await store([{ path: "/gone.html", title: "Gone" }])
  await open()
  await choose(/^\/gone\.html.*no page$/)
  await userEvent.clear(field("Title"))
  await save()
  await waitFor(async () => expect(await stored()).toEqual([]))
})

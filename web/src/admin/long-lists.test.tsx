import { QueryClientProvider } from "@tanstack/react-query"
import { render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import type { ReactNode } from "react"
import { beforeEach, expect, test } from "vitest"
import { Router } from "wouter"
import { useGuardedLocation } from "@/lib/location"
import { makeQueryClient } from "@/lib/query"
import { clearStored, intercept, serve, signIn } from "../../test/server"
import ActivityPage from "./activity/page"
import MediaPage from "./media/page"
import MessagesPage from "./messages/page"
import PagesPage from "./pages/page"
import RedirectsPage from "./settings/redirects-page"
import SubscribersPage from "./subscribers/page"
import TrashPage from "./trash/page"
import UsersPage from "./users/page"
import "../../test/layout" // rows are as high as they are taken to be

const COUNT = 500
/** More than a screen and what is kept ready around it. */
const MOST = 80

const site = await serve()
await signIn("admin")

beforeEach(clearStored)

const many = (row: (at: number) => object) =>
  JSON.stringify(Array.from({ length: COUNT }, (_, at) => row(at + 1)))

const add = (table: string, row: (at: number) => object) =>
  site.api(`/rest/v1/${table}`, { method: "POST", as: "admin", body: many(row) })

function show(page: ReactNode) {
  render(
    <Router hook={useGuardedLocation}>
      <QueryClientProvider client={makeQueryClient(() => {})}>{page}</QueryClientProvider>
    </Router>,
  )
}

/** Some rows are there, and not all; each says where it stands. */
async function expectFew(selector: string, total = COUNT) {
  await waitFor(() => expect(document.querySelectorAll(selector).length).toBeGreaterThan(5))
  const rows = [...document.querySelectorAll(selector)]
  expect(rows.length).toBeLessThanOrEqual(MOST)
  for (const row of rows) {
    const size = row.getAttribute("aria-setsize") ?? row.closest("table")?.ariaRowCount
    expect(Number(size)).toBeGreaterThanOrEqual(total)
    expect(row.matches("[aria-posinset], [aria-rowindex]")).toBe(true)
  }
}

const ROW = "[data-rows] > :not([aria-hidden])"

test("pages", async () => {
  await add("pages", (at) => ({ title: `Page ${at}`, slug: `page-${at}` }))
  show(<PagesPage />)
  await expectFew(`tbody${ROW}`)
})

test("redirects", async () => {
  await add("redirects", (at) => ({ from_path: `/old-${at}`, to_path: "/about" }))
  show(<RedirectsPage />)
  await expectFew(`tbody${ROW}`)
})

test("subscribers, as cards and in a table", async () => {
  await add("newsletter_subscriptions", (at) => ({ email: `s${at}@example.com` }))
  show(<SubscribersPage />)
  await expectFew(`ul${ROW}`)
  await userEvent.click(screen.getByRole("button", { name: "Table View" }))
  await expectFew(`tbody${ROW}`)
})

test("messages", async () => {
  const rest = { email: "a@example.com", subject: "Hello", message: "Hello" }
  await add("contact_form_submissions", (at) => ({ name: `A ${at}`, ...rest }))
  show(<MessagesPage />)
  await expectFew(`ul${ROW}`)
})

test("users", async () => {
  const user = { role: "editor", has_password: true, factors: [], created_at: "2026-11-01" }
  intercept(/rpc\/list_users/, async () => {
    return Response.json(JSON.parse(many((at) => ({ ...user, id: `${at}`, email: `${at}@e.io` }))))
  })
  show(<UsersPage />)
  await expectFew(`tbody${ROW}`)
})

test("pictures", async () => {
  const one = { bucket: "media", width: 4, height: 3, bytes: 1, alt: "", crops: {} }
  intercept(/GET \/rest\/v1\/media\?/, async () => {
    const all = many((at) => ({ ...one, id: at, name: `${at}.png`, file_name: `${at}.png` }))
    return Response.json(JSON.parse(all))
  })
  show(<MediaPage />)
  await expectFew(".media-tile")
})

const size = () =>
  Number(document.querySelector("[aria-setsize]")?.getAttribute("aria-setsize") ?? 0)

async function more(times: number) {
  for (let at = 0; at < times; at++) {
    const button = await screen.findByRole("button", { name: "Show more" })
    await waitFor(() => expect(button).not.toHaveAttribute("aria-disabled"))
    const before = size()
    await userEvent.click(button)
    await waitFor(() => expect(size()).toBeGreaterThan(before))
  }
}

test("Trash", async () => {
  await site.api("/rest/v1/redirects?id=gt.0", { method: "DELETE", as: "admin" })
  show(<TrashPage />)
  await more(3)
  await waitFor(() =>
    expect(document.querySelector(".trash-row")).toHaveAttribute("aria-setsize", "200"),
  )
  await expectFew(".trash-row", 200)
})

test("activity, by its days", async () => {
  show(<ActivityPage />)
  await more(3)
  await waitFor(() =>
    expect(document.querySelector(".feed-row")).toHaveAttribute("aria-setsize", "200"),
  )
  await expectFew(".feed-row", 200)
})

import "../../test/noon"
import { QueryClientProvider } from "@tanstack/react-query"
import { render, screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import type { ReactNode } from "react"
import { beforeEach, expect, test } from "vitest"
import { Router } from "wouter"
import { useGuardedLocation } from "@/lib/location"
import { makeQueryClient } from "@/lib/query"
import { toast } from "@/lib/toast"
import Toaster from "@/ui/toaster"
import { clearStored, serve, signIn } from "../../test/server"
import FooterPage from "./links/footer-page"
import NavigationPage from "./links/navigation-page"
import PagesPage from "./pages/page"
import { PortfolioSection } from "./portfolio/portfolio-section"
import "../../test/layout"

const site = await serve()
await signIn()
await send("pages", "POST", { title: "Imprint", slug: "imprint" })

function send(path: string, method: string, row?: object) {
  return site.api(`/rest/v1/${path}`, { method, as: "admin", body: row && JSON.stringify(row) })
}

beforeEach(() => {
  clearStored()
  for (const { id } of toast.list()) toast.close(id)
})

function show(page: ReactNode, search = "") {
  window.history.replaceState(null, "", search || "/")
  window.dispatchEvent(new PopStateEvent("popstate"))
  render(
    <Router hook={useGuardedLocation}>
      <QueryClientProvider client={makeQueryClient(() => {})}>
        {page}
        <Toaster />
      </QueryClientProvider>
    </Router>,
  )
}

async function flip(label: string) {
  const found = await screen.findByRole("switch", { name: label })
  await waitFor(() => expect(found).toBeEnabled())
  await userEvent.click(found)
}

const undos = () => screen.findAllByRole("button", { name: "Undo" })
const inToast = async () => {
  const found = (await undos()).find((one) => one.closest("[data-toasts]"))
  if (!found) throw new Error("no Undo in a toast")
  found.focus() // a toast stays while it has the focus
  return found
}
const inFoot = async () => (await undos()).find((one) => !one.closest("[data-toasts]")) as Element

type Switch = [where: string, page: ReactNode, label: string, stored: string, search?: string]

const SWITCHES: Switch[] = [
  ["the menu", <NavigationPage key="" />, "Visible: Careers", "navigation_links?name=eq.Careers"],
  [
    "the footer",
    <FooterPage key="" />,
    "Visible: Careers",
    "footer_links?name=eq.Careers",
    "/?tab=links",
  ],
  ["the pages", <PagesPage key="" />, "Visible: Imprint", "pages?slug=eq.imprint"],
  [
    "the portfolio section",
    <PortfolioSection key="" heading="h1" />,
    "Show portfolio companies section",
    "homepage_sections?section_name=eq.portfolio_companies",
  ],
  [
    "the companies",
    <PortfolioSection key="" heading="h1" />,
    "Active: Northwind",
    "portfolio_companies?name=eq.Northwind&select=is_visible:is_active",
  ],
]

await send("portfolio_companies", "POST", {
  name: "Northwind",
  description: "Sails",
  website_url: "https://northwind.example",
})

test.each(SWITCHES)(
  "a switch of %s is undone from its toast",
  async (_, page, label, at, search) => {
    const isOn = async () => (await send(at, "GET"))[0].is_visible
    const was = await isOn()
    show(page, search)
    await flip(label)
    await userEvent.click(await waitFor(inToast))
    await waitFor(() => expect(toast.list().map(({ title }) => title)).toContain("Undone."))
    expect(await isOn()).toBe(was)
    await waitFor(async () => expect(await inFoot()).toBeDisabled())
  },
)

test.each(SWITCHES)(
  "a switch of %s that somebody changed since stays as they left it",
  async (_, page, label, at, search) => {
    show(page, search)
    await flip(label)
    const undo = await waitFor(inToast)
    const now = (await send(at, "GET"))[0].is_visible
    const [column] = /is_active/.exec(at) ?? ["is_visible"]
    for (const is of [!now, now]) await send(at.split("&")[0] as string, "PATCH", { [column]: is })
    await userEvent.click(undo)
    await waitFor(() =>
      expect(toast.list()).toContainEqual(
        expect.objectContaining({
          title: "Not undone",
          text: "It was changed again since then, so it stays as it is.",
        }),
      ),
    )
    expect((await send(at, "GET"))[0].is_visible).toBe(now)
  },
)

const order = async () =>
  (await send("navigation_links?select=name&order=order", "GET")).map(
    ({ name }: { name: string }) => name,
  )

test("a move is undone from the foot, and not over somebody else's", async () => {
  const before = await order()
  show(<NavigationPage />)
  await userEvent.click(await screen.findByRole("button", { name: "Move About Us down" }))
  await waitFor(async () => expect(await order()).not.toEqual(before))
  expect(await screen.findByText(/^Changed the order, \d\d:\d\d by you$/)).toBeVisible()
  await waitFor(async () => expect(await inFoot()).toBeEnabled())
  await userEvent.click(await inFoot())
  await waitFor(async () => expect(await order()).toEqual(before))

  await userEvent.click(await screen.findByRole("button", { name: "Move About Us down" }))
  await waitFor(async () => expect(await order()).not.toEqual(before))
  const ids = (await send("navigation_links?select=id&order=order", "GET")).map(
    ({ id }: { id: number }) => id,
  )
  await send("rpc/reorder_navigation_links", "POST", { ids: ids.toReversed() })
  await userEvent.click(await inFoot())
  await waitFor(() => expect(toast.list().map(({ title }) => title)).toContain("Not undone"))
  expect(await order()).not.toEqual(before)
  await send("rpc/reorder_navigation_links", "POST", { ids })
})

test("the history of a list tells what was done, and leads to the version", async () => {
  const [link] = await send("navigation_links?name=eq.Contact", "GET")
  await send("rpc/save_navigation_link", "POST", {
    id: link.id,
    version: link.version,
    name: "Contacts",
  })
  show(<NavigationPage />)
  expect(
    await screen.findByText(/^Changed Contacts, \d\d:\d\d by admin@example.com$/),
  ).toBeVisible()
  await userEvent.click(screen.getByRole("button", { name: "History" }))
  const list = await screen.findByRole("dialog", { name: "History of Navigation" })
  const [way] = await within(list).findAllByRole("link", { name: "See what changed: Contacts" })
  await userEvent.click(way as HTMLElement)
  const drawer = await screen.findByRole("dialog", { name: "History of Navigation link" })
  const part = await within(drawer).findByRole("region", { name: "Link Text" })
  expect(part.querySelector("ins")).toHaveTextContent("added Contacts")
  expect(screen.queryByRole("dialog", { name: "History of Navigation" })).toBeNull()
})

test("an address that asks for what is gone says so", async () => {
  show(<NavigationPage />, "/?edit=9999&history=navigation_link.1")
  await waitFor(() =>
    expect(toast.list().map(({ title }) => title)).toContain("It is not there any more"),
  )
  expect(location.search).toBe("")
  expect(screen.queryByRole("dialog")).toBeNull()
})

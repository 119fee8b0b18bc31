import { notifyManager, onlineManager, QueryClientProvider } from "@tanstack/react-query"
import { act, render, screen, waitFor } from "@testing-library/react"
import { afterEach, expect, test, vi } from "vitest"
import { makeQueryClient } from "@/lib/query"
import { asked, intercept, lose, serve } from "../../../test/server"
import { LeadsNowhere } from "./leads-nowhere"

const site = await serve()
const post = (path: string, row: object) =>
  site.api(`/rest/v1/${path}`, { method: "POST", as: "admin", body: JSON.stringify(row) })

const [{ slug }] = await site.api("/rest/v1/job_listings?select=slug&limit=1")
await post("page_heads", { path: "/contact", noindex: true })
await post("rpc/save_page", { title: "Imprint", slug: "imprint", body: "<p>We</p>" })
await post("page_heads", { path: "/imprint", noindex: true })
await post("redirects", { from_path: "/old-about", to_path: "/about" })
await post("redirects", { from_path: "/old-team", to_path: "/team" })

afterEach(() => {
  vi.useRealTimers()
  onlineManager.setOnline(true)
})

/** The links that are warned of, once every answer is there and drawn. */
async function warnedOf(...links: string[]) {
  const client = makeQueryClient(() => {})
  render(
    <QueryClientProvider client={client}>
      {links.map((link) => (
        <section key={link} aria-label={link}>
          <LeadsNowhere link={link} />
        </section>
      ))}
    </QueryClientProvider>,
  )
  await waitFor(() => expect(client.isFetching()).toBe(0))
  await act(() => new Promise<void>((drawn) => notifyManager.schedule(drawn)))
  return links.filter((link) => screen.getByLabelText(link).textContent !== "")
}

test("whatever answers visitors is an address of this site, in the sitemap or not", async () => {
  expect(
    await warnedOf(
      "/",
      "/about#focus",
      "/careers?q=design",
      `/careers/${slug}`,
      "/contact",
      "/imprint",
      "/old-about",
      "/feed.xml",
      "/careers/feed.xml",
      `/careers/${slug}/apply`,
      "/og.png",
      "/favicon.svg",
      "/newsletter",
      "/sitemap.xml",
      "/robots.txt",
      "/admin",
      "/admin/careers",
    ),
  ).toEqual([])
})

test("one that the server does not know is nowhere, also at the end of a redirect", async () => {
  const dead = ["/abuot", "/abuot?a=1#b", "/careers/nobody", "/careers/nobody/apply", "/old-team"]
  expect(await warnedOf(...dead, "/about")).toEqual(dead)
})

test("nothing is said of other sites, nor of what is no path", async () => {
  const others = ["//away.example", "https://away.example/x", "mailto:a@b.example", "#top"]
  expect(await warnedOf(...others, "/\\", "/\\away.example", "/a b")).toEqual([])
  expect(asked(/./)).toEqual([])
})

test("nothing is said while the server is broken, away or not asked", async () => {
  intercept(/^HEAD \/broken/, async () => new Response(null, { status: 503 }))
  lose(/^HEAD \/lost/)
  expect(await warnedOf("/broken", "/lost", "/nowhere")).toEqual(["/nowhere"])
  onlineManager.setOnline(false)
  expect(await warnedOf("/anywhere")).toEqual([])
  act(() => onlineManager.setOnline(true))
  await waitFor(() => expect(screen.getByLabelText("/anywhere")).toHaveTextContent(/^No page/))
})

test("a link that is typed is asked for once it rests, and what is said of it is of what stands there", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  const client = makeQueryClient(() => {})
  const shown = (link: string) => (
    <QueryClientProvider client={client}>
      <LeadsNowhere link={link} live />
    </QueryClientProvider>
  )
  const { rerender } = render(shown(""))
  for (const typed of ["/a", "/ab", "/abu", "/abuot"]) {
    rerender(shown(typed))
    act(() => vi.advanceTimersByTime(100))
  }
  expect(asked(/./)).toEqual([])
  act(() => vi.advanceTimersByTime(200))
  vi.useRealTimers()
  await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent(/^No page/))
  expect(asked(/./).map(({ line }) => line)).toEqual(["HEAD /abuot"])
  rerender(shown("/about"))
  expect(screen.getByRole("status")).toBeEmptyDOMElement()
})

test("a page that came meanwhile is seen when the screen is opened again", async () => {
  const client = makeQueryClient(() => {})
  const open = () =>
    render(
      <QueryClientProvider client={client}>
        <LeadsNowhere link="/privacy" live />
      </QueryClientProvider>,
    )
  const { unmount } = open()
  await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent(/^No page/))
  unmount()
  await post("rpc/save_page", { title: "Privacy", slug: "privacy", body: "<p>None</p>" })
  open()
  await waitFor(() => expect(screen.getByRole("status")).toBeEmptyDOMElement())
})

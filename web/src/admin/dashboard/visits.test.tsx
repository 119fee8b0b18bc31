import { QueryClientProvider } from "@tanstack/react-query"
import { render, screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { beforeEach, expect, test } from "vitest"
import { Router } from "wouter"
import { useGuardedLocation } from "@/lib/location"
import { makeQueryClient } from "@/lib/query"
import { asked, clearStored, serve, signIn } from "../../../test/server"
import DashboardPage from "./page"
import { bars, compared, hostName, pageName, type Report } from "./visit-report"
import "../../../test/layout"

const site = await serve()
await site.api("/rest/v1/newsletter_subscriptions", {
  method: "POST",
  body: JSON.stringify({ email: "reader@example.com" }),
})
await signIn("editor")
beforeEach(clearStored)

const day = (at: number, visits = 1) => ({
  day: new Date(Date.UTC(2026, 0, at)).toISOString().slice(0, 10),
  visits,
  visitors: 1,
  sign_ups: 0,
})
const report = (days: number): Report => ({
  since: "2026-01-01",
  days: Array.from({ length: days }, (_, at) => day(at + 1)),
  before: null,
  pages: [],
  from: [],
  jobs: [],
})

function show() {
  const client = makeQueryClient(() => {})
  render(
    <Router hook={useGuardedLocation}>
      <QueryClientProvider client={client}>
        <DashboardPage />
      </QueryClientProvider>
    </Router>,
  )
  return client
}

/** A beacon as a browser sends it to a site without TLS. */
async function visit(body: string) {
  const answer = await fetch(`${site.url}/v`, {
    method: "POST",
    body,
    headers: { origin: site.url, "user-agent": "Mozilla/5.0 (X11; Linux) Firefox/140.0" },
  })
  expect(answer.status).toBe(204)
}

test("before the first visit the dashboard says since when it counts", async () => {
  show()
  const text = /^No visits yet\. Counting started [A-Z][a-z]{2} \d+, \d{4}\.$/
  expect(await screen.findByText(text)).toBeInTheDocument()
  expect(
    screen.getByText(
      "Visits are counted without cookies. Nobody is recognised from one day to the next.",
    ),
  ).toBeInTheDocument()
})

test("visits are told by day, by page and by where from, for a period of one's choice", async () => {
  for (const body of ["search.example/", "search.example/about", "/", "./about", "./nowhere"])
    await visit(body)
  const client = show()
  const table = await screen.findByRole("table", { name: "Visits per day" })
  expect(within(table).getAllByRole("row")).toHaveLength(31)
  expect(within(table).getAllByRole("row").at(-1)).toHaveTextContent(/5\s*1\s*1$/)
  expect(screen.getByText("in 30 days")).toBeInTheDocument()
  const rows = (name: string) =>
    within(screen.getByRole("list", { name }))
      .getAllByRole("listitem")
      .map((row) => row.textContent)
  expect(rows("Pages")).toEqual(["Home2", "About Us2", "Other addresses1"])
  expect(rows("Where from")).toEqual(["search.example2", "Typed or bookmarked1"])

  // The other tiles have asked by then.
  await waitFor(() => expect(client.isFetching()).toBe(0))
  const before = asked(/./).length
  await userEvent.click(screen.getByRole("button", { name: "12 months" }))
  const weeks = await screen.findByRole("table", { name: "Visits per week" })
  expect(within(weeks).getAllByRole("row")).toHaveLength(53)
  expect(screen.getByRole("button", { name: "12 months" })).toHaveAttribute("aria-pressed", "true")
  expect(asked(/./).length).toBe(before + 1)
  await userEvent.click(screen.getByRole("button", { name: "7 days" }))
  await waitFor(() =>
    expect(
      within(screen.getByRole("table", { name: "Visits per day" })).getAllByRole("row"),
    ).toHaveLength(8),
  )
  expect(screen.getByText(/signed up in 7 days/)).toBeInTheDocument()
})

test("a month is drawn by the day and a year by weeks that end today", () => {
  expect(bars(report(30))).toHaveLength(30)
  expect(bars(report(30)).filter(({ isQuiet }) => isQuiet)).toHaveLength(8)
  const year = bars(report(365))
  expect(year).toHaveLength(52)
  expect(year.map(({ visits }) => visits)).toEqual([8, ...new Array(51).fill(7)])
  expect(year.at(-1)?.label).toBe("Dec 25 to Dec 31")
})

test("a period is compared with the one before, if that was counted", () => {
  expect(compared(112, 100, "30")).toBe("in 30 days, 12% more than the 30 before")
  expect(compared(90, 100, "7")).toBe("in 7 days, 10% less than the 7 before")
  expect(compared(100, 100, "365")).toBe("in 12 months, as many as in the 12 before")
  expect(compared(100, null, "30")).toBe("in 30 days")
  expect(compared(100, 0, "30")).toBe("in 30 days")
})

test("pages are called by their titles, and hosts by their names", () => {
  expect(pageName({ path: "/", title: "", visits: 1 })).toBe("Home")
  expect(pageName({ path: "/careers/a", title: "Lead", visits: 1 })).toBe("Lead")
  expect(pageName({ path: "/careers/gone", title: "", visits: 1 })).toBe("/careers/gone")
  expect(hostName({ host: "", visits: 1 })).toBe("Typed or bookmarked")
  expect(hostName({ host: "other", visits: 1 })).toBe("Elsewhere")
})

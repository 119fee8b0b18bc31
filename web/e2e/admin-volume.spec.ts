import { readFileSync } from "node:fs"
import type { Browser, Page } from "@playwright/test"
import type { Site } from "./admin/site"
import { expect, test, turnTo } from "./admin/test"

const LISTS = [
  {
    name: "Subscribers",
    path: "/admin/subscribers",
    table: "newsletter_subscriptions",
    total: "100,000 people receive the newsletter.",
    field: "Search by email...",
    column: "email",
    word: "meera.joshi.1",
  },
  {
    name: "Messages",
    path: "/admin/messages",
    table: "contact_form_submissions",
    total: "20,000",
    field: "Search messages...",
    column: "subject",
    word: "About the parcel and the shelf",
  },
] as const

// One site for both lists, as long as its worker lives.
const filled = new WeakSet<Site>()

test.beforeEach(async ({ site }) => {
  if (filled.has(site)) return
  // Alone: two who write at once wait for each other, on a busy machine for too long.
  await site.stop()
  site.run(["seed", "--subscribers", "100000", "--messages", "20000"])
  await site.start()
  filled.add(site)
})

for (const { name, path, table, total, field, column, word } of LISTS)
  test(`${name} by the ten thousands: a search keeps up with the typing, and every page is there`, async ({
    page,
    site,
    signIn,
  }) => {
    await page.clock.install()
    await signIn("admin", path)
    await expect(page.getByText(total).first()).toBeVisible()
    const search = page.getByPlaceholder(field)
    const cards = page.getByRole("list", { name }).getByRole("article")
    await expect(cards.first()).toBeVisible()

    const asked: string[] = []
    page.on("request", (request) => {
      if (request.url().includes(`/${table}?`)) asked.push(request.url())
    })
    const read = (query: string) => site.api(`/rest/v1/${table}?${query}`, { as: "admin" })
    const matches = await read(`${column}=like.*${encodeURIComponent(word)}*&select=id`)
    const found = `${matches.length} ${name.toLowerCase()}`
    const stalls = await stallsWhile(page, async () => {
      await page.clock.pauseAt(Date.now() + 60_000)
      await search.pressSequentially(word)
      await page.clock.resume()
      await expect(page.getByText(found, { exact: true })).toBeAttached()
      await expect(cards.filter({ hasNotText: word })).toHaveCount(0)
    })
    expect(stalls).toEqual([])
    // For the word, and not for its beginnings: no time passed between the keys.
    const isFor = (url: string) =>
      `${new URL(url).searchParams.get("or")}${new URL(url).searchParams.get(column)}`
    expect(asked.map(isFor).filter((asks) => !asks.includes(word))).toEqual([])

    await search.fill("")
    await expect(page.getByText(total).first()).toBeVisible()
    const scrolling = await stallsWhile(page, async () => {
      for (const part of [0.2, 0.8, 0.5, 1]) {
        await page.evaluate((at) => {
          // Messages scroll beside what is read.
          const list = document.querySelector(".desk-rows") ?? document.documentElement
          list.scrollTo(0, list.scrollHeight * at)
        }, part)
        await expect(cards.first()).toBeVisible()
      }
    })
    expect(scrolling).toEqual([])
    expect(await page.locator("main *").count()).toBeLessThan(1500)
    // The last page holds the oldest one, and the server was asked for that page alone.
    const [oldest] = await read("order=created_at.asc,id.asc&limit=1&select=email")
    // Rows that are higher than they seemed move the end.
    await turnTo(page, cards.filter({ hasText: oldest.email }))
    expect(asked.length).toBeLessThan(30)
    if (name === "Subscribers") await exportsAll(page, site)
  })

/** The file that is saved has everyone, one line each, and no cell that a spreadsheet would run. */
async function exportsAll(page: Page, site: Site) {
  await site.api("/rest/v1/newsletter_subscriptions", {
    method: "POST",
    as: "admin",
    body: JSON.stringify([{ email: "=cmd@example.net" }, { email: "+cmd@example.net" }]),
  })
  const waiting = page.waitForEvent("download")
  await page.getByRole("button", { name: "Export as CSV" }).click()
  const file = readFileSync(await (await waiting).path(), "utf8").replace(/^\ufeff/, "")
  const [head, ...rows] = file.trimEnd().split(/\r?\n/)
  expect(head?.replaceAll('"', "")).toBe("Email,Signup Date")
  expect(rows).toHaveLength(100_002)
  expect(new Set(rows.map((row) => row.split(",")[0])).size).toBe(rows.length)
  expect(rows.filter((row) => row.includes("cmd@example.net"))).toHaveLength(2)
  expect(rows.filter((row) => /(^|,)"?[=+@-]/.test(row))).toEqual([])
}

/**
 * Tasks that kept the page from reacting for longer than is felt, in milliseconds of processor time:
 * by the clock, a busy machine makes any task long.
 */
async function stallsWhile(page: Page, act: () => Promise<void>): Promise<number[]> {
  const browser = page.context().browser() as Browser
  await browser.startTracing(page, { categories: ["disabled-by-default-devtools.timeline"] })
  await act()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: { name: string; tdur?: number }[]
  }
  const tasks = traceEvents.filter(({ name }) => name === "RunTask")
  expect(tasks.some(({ tdur }) => tdur)).toBe(true)
  return tasks.map(({ tdur = 0 }) => tdur / 1000).filter((took) => took > 200)
}

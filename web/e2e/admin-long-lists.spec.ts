import type { Site } from "./admin/site"
import { carry, expect, go, test, turnTo } from "./admin/test"
import { accessible } from "./axe"

const COUNT = 500
/** A screen of rows and what is kept ready around it. */
const MOST = 80

const LISTS = [
  {
    path: "/admin/portfolio",
    table: "portfolio_companies",
    row: (at: number) => ({
      name: `Company ${at}`,
      description: "Made here.",
      website_url: "https://example.com",
      display_order: at,
    }),
    rows: "tbody tr:not([aria-hidden])",
    last: "Company 500",
  },
  {
    path: "/admin/navigation",
    table: "navigation_links",
    row: (at: number) => ({ name: `Link ${at}`, path: "/about", order: at, is_visible: false }),
    rows: "li[data-row]",
    last: "Link 500",
  },
  {
    path: "/admin/settings/redirects",
    table: "redirects",
    row: (at: number) => ({ from_path: `/old-${at + 1000}`, to_path: "/about" }),
    rows: "tbody tr:not([aria-hidden])",
    last: "/old-1500",
  },
]

// As long as its worker lives.
const filled = new WeakSet<Site>()

test.beforeEach(async ({ site }) => {
  if (filled.has(site)) return
  for (const { table, row } of LISTS)
    await site.api(`/rest/v1/${table}`, {
      method: "POST",
      as: "admin",
      body: JSON.stringify(Array.from({ length: COUNT }, (_, at) => row(at + 1))),
    })
  filled.add(site)
})

for (const size of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])
  test(`lists of five hundred have a few rows in the page and reach their end, ${size.width} wide`, async ({
    page,
    signIn,
  }) => {
    test.setTimeout(300_000)
    await page.setViewportSize(size)
    await signIn("admin", "/admin/account")
    for (const list of LISTS) {
      await go(page, list.path)
      const rows = page.locator(`main ${list.rows}`)
      await expect(rows.first()).toBeVisible()
      expect(
        await rows.first().evaluate((row) => row.ariaPosInSet ?? row.ariaRowIndex),
      ).toBeTruthy()
      expect(await rows.count(), list.path).toBeLessThanOrEqual(MOST)
      await accessible(page, `many rows of ${list.path}`)
      await turnTo(page, page.locator("main").getByText(list.last, { exact: true }))
      expect(await rows.count(), list.path).toBeLessThanOrEqual(MOST)
    }
  })

test("a row of a long list is moved far by its menu, and dragged", async ({ page, signIn }) => {
  await signIn("admin", "/admin/navigation")
  const grip = (name: string) => page.getByRole("button", { name: `Drag ${name}`, exact: true })
  await grip("Link 3").click()
  await page.getByRole("menuitem", { name: /^Move to position/ }).click()
  await page.getByLabel("Position").fill("400")
  await page.getByRole("button", { name: "Move", exact: true }).click()
  await expect(page.getByText(/^Link 3 moved to 400 of 50\d\.$/)).toBeAttached()
  await turnTo(page, grip("Link 500"))
  const at = page.locator("li[data-row]").filter({ has: grip("Link 3") })
  await expect(at).toHaveAttribute("aria-posinset", "400")
  // By the keyboard, past the rows that were in the page when it was picked up.
  // Waits until the rows stand still.
  await grip("Link 490").hover()
  await grip("Link 490").focus()
  await page.keyboard.press("Space")
  await carry(page, "Link 490", 481)
  await page.keyboard.press("Space")
  await expect(page.locator("li[data-row]").filter({ has: grip("Link 490") })).toHaveAttribute(
    "aria-posinset",
    "481",
  )
})

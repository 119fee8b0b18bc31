import type { Site } from "./admin/site"
import { expect, go, test, turnTo } from "./admin/test"
import { accessible } from "./axe"

const COUNT = 500
/** A screen of rows and what is kept ready around it. */
const MOST = 80

const LISTS = [
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

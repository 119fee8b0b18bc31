import type { Browser, Page } from "@playwright/test"
import { expect, test } from "./admin/test"

const MANY = 100_000

test("a search among 100,000 subscribers keeps up with the typing", async ({
  page,
  site,
  signIn,
}) => {
  site.run(["seed", "--subscribers", String(MANY)])
  await signIn("admin", "/admin/subscribers")
  await expect(page.getByText("100,000 people receive the newsletter.")).toBeVisible()
  const search = page.getByPlaceholder("Search by email...")
  const cards = page.getByRole("list", { name: "Subscribers" }).getByRole("article")
  await expect(cards.first()).toBeVisible()

  const asked: string[] = []
  page.on("request", (request) => {
    if (request.url().includes("/newsletter_subscriptions?")) asked.push(request.url())
  })
  const word = "meera.joshi.1"
  const matches = await site.api(
    `/rest/v1/newsletter_subscriptions?email=like.*${word}*&select=id`,
    { as: "admin" },
  )
  const stalls = await stallsWhile(page, async () => {
    await search.pressSequentially(word, { delay: 40 })
    await expect(page.getByText(`${matches.length} subscribers`, { exact: true })).toBeAttached()
    await expect(cards.filter({ hasNotText: word })).toHaveCount(0)
  })
  expect(stalls).toEqual([])
  // Once for the word, and at the most a few times for its beginnings.
  expect(asked.length).toBeLessThan(word.length / 2)

  await search.fill("")
  const scrolling = await stallsWhile(page, async () => {
    for (const part of [0.2, 0.8, 0.5, 1]) {
      await page.evaluate((at) => scrollTo(0, document.documentElement.scrollHeight * at), part)
      await expect(cards.first()).toBeVisible()
    }
  })
  expect(scrolling).toEqual([])
  expect(await page.locator("main *").count()).toBeLessThan(1500)
})

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

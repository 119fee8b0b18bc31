import type { Page } from "@playwright/test"
import { alive, expect, test } from "./visitor/test"

// The browser of the tests says that it is driven by a program; these visitors do not.
test.use({ userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" })
const asPerson = (page: Page) =>
  page.addInitScript(() =>
    Object.defineProperty(navigator, "webdriver", { get: () => false, configurable: true }),
  )

/** The beacons that a page sends from now on. */
function listen(page: Page): string[] {
  const heard: string[] = []
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/v") heard.push(request.postData() ?? "")
  })
  return heard
}

/** Waits until what was to happen once the page is idle has happened. */
const idle = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((done) => {
        const wait = () => requestIdleCallback(() => requestIdleCallback(() => done(null)))
        if (document.readyState === "complete") wait()
        else addEventListener("load", wait)
      }),
  )

test("a page that was shown is counted once, without a cookie, and what follows too", async ({
  page,
  site,
}) => {
  await asPerson(page)
  const heard = listen(page)
  const sent = page.waitForRequest("**/v")
  await page.goto("/", { referer: "https://search.example/find?q=who+they+are" })
  const beacon = await sent
  expect(beacon.method()).toBe("POST")
  expect(await beacon.allHeaders()).not.toHaveProperty("cookie")
  expect((await beacon.response())?.status()).toBe(204)
  await idle(page)
  expect(heard).toEqual(["search.example/"])

  await page.goto("/careers")
  await expect.poll(() => heard.length).toBe(2)
  await alive(page)
  // A page opens in place.
  const job = page.locator(".job a").first()
  const path = await job.getAttribute("href")
  await job.click()
  await expect(page).toHaveURL(path ?? "")
  await expect.poll(() => heard.length).toBe(3)
  await page.goBack()
  await expect.poll(() => heard.length).toBe(4)
  // The browser brings a page back as it was left.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })))
  await expect.poll(() => heard.length).toBe(5)
  expect(heard.slice(1)).toEqual(["/careers", `.${path}`, "./careers", "./careers"])
  expect(await page.context().cookies()).toEqual([])

  const { access_token } = await site.session("editor")
  const answer = await fetch(`${site.url}/rest/v1/rpc/visit_report`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${access_token}` },
    body: JSON.stringify({ days: 7 }),
  })
  const { days, pages, from, jobs } = await answer.json()
  expect(days.at(-1)).toMatchObject({ visits: 5, visitors: 1 })
  expect(pages[0]).toMatchObject({ path: "/careers", visits: 3 })
  expect(from).toContainEqual({ host: "search.example", visits: 1 })
  expect(jobs[0].views).toBe(1)
})

test("a beacon has at most 200 bytes, however long the addresses are", async ({ page, quiet }) => {
  quiet(/404/)
  await asPerson(page)
  const heard = listen(page)
  await page.goto(`/${"a%20b".repeat(60)}`, {
    referer: `https://${"long.".repeat(40)}example/`,
  })
  await expect.poll(() => heard.length).toBe(1)
  expect(heard[0]).toHaveLength(200)
})

test("a page that is rendered ahead is counted when it is shown", async ({ page }) => {
  await asPerson(page)
  await page.addInitScript(() =>
    Object.defineProperty(document, "prerendering", { get: () => true }),
  )
  const heard = listen(page)
  await page.goto("/about")
  await idle(page)
  expect(heard).toEqual([])
  await page.evaluate(() => document.dispatchEvent(new Event("prerenderingchange")))
  await expect.poll(() => heard).toEqual(["/about"])
})

const SILENT: Record<string, () => void> = {
  "asks not to be followed": () =>
    Object.defineProperty(navigator, "doNotTrack", { get: () => "1" }),
  "has Global Privacy Control": () =>
    Object.defineProperty(navigator, "globalPrivacyControl", { get: () => true }),
  "is signed in": () => localStorage.setItem("vitrine-staff", "1"),
  "is signed in and has hidden the pencil": () => localStorage.setItem("vitrine-staff", "0"),
  "is a program": () => Object.defineProperty(navigator, "webdriver", { get: () => true }),
}
for (const [who, how] of Object.entries(SILENT))
  test(`nothing is sent for somebody who ${who}`, async ({ page }) => {
    await asPerson(page)
    await page.addInitScript(how)
    const heard = listen(page)
    await page.goto("/")
    await idle(page)
    await page.evaluate(() =>
      dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })),
    )
    await idle(page)
    expect(heard).toEqual([])
  })

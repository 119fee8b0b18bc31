import { PEOPLE, Site } from "./admin/site"
import { expect, test } from "./visitor/test"

test("the form tells how it was filled in, and a trap changes nothing for the eye", async ({
  page,
  site,
}) => {
  const told: string[] = []
  page.on("request", (request) => {
    if (request.url().endsWith("/rest/v1/contact_form_submissions"))
      told.push(request.headers()["x-vitrine-form"] ?? "")
  })
  for (const trap of ["", "Mr Bot"]) {
    await page.goto("/contact")
    const token = page.waitForResponse("**/functions/v1/form-token")
    await page.getByLabel("Name").click()
    await token
    await page.getByLabel("Name").fill("Asha")
    await page.getByLabel("Email", { exact: true }).fill("asha@example.com")
    await page.getByLabel("Subject").fill("A pilot")
    await page.getByLabel("Message").fill(`Could we talk next week? ${trap}`)
    await page
      .locator("[name=leave_empty]")
      .first()
      .evaluate((field, text) => {
        ;(field as HTMLInputElement).value = text
      }, trap)
    await page.getByRole("button", { name: "Send message" }).click()
    await expect(page.getByRole("heading", { name: "Message received." })).toBeVisible()
    await expect(
      page.getByText("Your message has been received. Emails are in test mode"),
    ).toBeVisible()
  }
  expect(told).toEqual([
    expect.stringMatching(/^token=[\w-]{60,}&trap=$/),
    expect.stringMatching(/^token=[\w-]{60,}&trap=Mr\+Bot$/),
  ])
  const stored: { quarantined_at: string | null }[] = await site.api(
    "/rest/v1/contact_form_submissions?subject=eq.A%20pilot&order=id&select=quarantined_at",
    { as: "editor" },
  )
  expect(stored.map(({ quarantined_at }) => quarantined_at !== null)).toEqual([false, true])
})

test("who writes before React is there is no robot", async ({ page }) => {
  const site = await Site.open({ VITRINE_LIMITS: "on" }, { editor: PEOPLE.editor })
  let arrive = () => {}
  const arrived = new Promise<void>((next) => {
    arrive = next
  })
  await page.route("**/assets/site/entry-client-*.js", async (route) => {
    await arrived
    await route.continue()
  })
  await page.goto(`${site.url}/contact`)
  const token = page.waitForResponse("**/functions/v1/form-token")
  await page.getByLabel("Name").fill("Asha")
  await token
  const clock = () => page.evaluate(() => performance.now())
  const came = await clock()
  await page.getByLabel("Email", { exact: true }).fill("asha@example.com")
  await page.getByLabel("Subject").fill("A slow line")
  await page.getByLabel("Message").fill("Could we talk next week?")
  await page.getByRole("button", { name: "Send message" }).click()
  // The visitor's line takes longer than the server wants a person to need.
  await expect.poll(clock).toBeGreaterThan(came + 3100)
  arrive()
  await expect(page.getByRole("heading", { name: "Message received." })).toBeVisible()
  const stored = await site.api(
    "/rest/v1/contact_form_submissions?subject=eq.A%20slow%20line&select=quarantined_at",
    { as: "editor" },
  )
  expect(stored).toEqual([{ quarantined_at: null }])
  await page.close()
  await site.close()
})

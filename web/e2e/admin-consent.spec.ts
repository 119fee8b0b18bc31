import { openPostbox } from "./admin/postbox"
import { Site } from "./admin/site"
import { expect, go, test, toast } from "./admin/test"
import { accessible } from "./axe"

test.describe.configure({ mode: "serial" })

const TABLE = "/rest/v1/newsletter_subscriptions"
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

let postbox: Awaited<ReturnType<typeof openPostbox>>
test.use({
  // One that mails, with data of its own.
  site: async ({ browserName: _ }, use) => {
    postbox = await openPostbox()
    const site = await Site.open({
      VITRINE_SMTP_URL: postbox.url,
      VITRINE_MAIL_FROM: "letters@studio.example",
    })
    await use(site)
    await site.close()
    postbox.close()
  },
})

test("addresses are confirmed once that is wanted; states and lists are kept by staff", async ({
  page,
  site,
  signIn,
}) => {
  test.setTimeout(240_000)
  const linksTo = (email: string) =>
    postbox.letters.filter((one) => one.includes(`To: <${email}>`)).length
  const links = (email: string) => expect.poll(() => linksTo(email))
  await signIn("editor", "/admin/settings/newsletter")
  const asks = page.getByRole("switch", { name: "Ask people to confirm their address" })
  await expect(asks).not.toBeChecked()
  await asks.click()
  await page.keyboard.press("Control+s")
  await toast(page, "Success", "The newsletter settings have been updated.")
  await expect(page.getByText(/^Nobody is left to ask/)).toBeVisible()
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await accessible(page, `newsletter settings at ${size.width}`)
  }
  await page.setViewportSize(SIZES[0] as (typeof SIZES)[0])

  await site.api(TABLE, { method: "POST", body: JSON.stringify({ email: "waits@example.org" }) })
  await links("waits@example.org").toBe(1)
  await site.api(TABLE, {
    method: "POST",
    as: "admin",
    body: JSON.stringify([{ email: "reads@example.org" }, { email: "leaves@example.org" }]),
  })
  await go(page, "/admin/subscribers")
  await expect(page.getByText("3 people in all. 2 get your letters.")).toBeVisible()
  await page.getByRole("button", { name: "Table View" }).click()
  for (const column of ["Email", "State", "Subscribed On", "Actions"])
    await expect(page.getByRole("columnheader", { name: column })).toBeVisible()
  await page.getByRole("button", { name: "More for leaves@example.org" }).click()
  await page.getByRole("menuitem", { name: "Unsubscribe" }).click()
  const ask = page.getByRole("alertdialog")
  await expect(ask).toContainText("leaves@example.org")
  await accessible(page, "the question before unsubscribing")
  await ask.getByRole("button", { name: "Unsubscribe" }).click()
  await toast(page, "Unsubscribed", "leaves@example.org gets no more letters.")
  await page.getByRole("button", { name: "More for waits@example.org" }).click()
  await page.getByRole("menuitem", { name: "Send the link again" }).click()
  await toast(page, "The link is on its way")
  await links("waits@example.org").toBe(2)
  for (const size of SIZES)
    for (const view of ["Grid View", "Table View"]) {
      await page.setViewportSize(size)
      await page.getByRole("button", { name: view }).click()
      await expect(page.getByText("Unsubscribed", { exact: true })).toBeVisible()
      await accessible(page, `states, ${view} at ${size.width}`)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(wide, `${view} at ${size.width}`).toBeLessThanOrEqual(size.width)
    }
  await page.getByRole("button", { name: "Unsubscribed 1" }).click()
  await expect(page.getByText("reads@example.org")).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole("button", { name: "Unsubscribed 1" })).toHaveAttribute(
    "aria-pressed",
    "true",
  )
  await page.getByRole("button", { name: "All 3" }).click()

  await page.getByRole("button", { name: "Import" }).click()
  const list = "Email\nfirst@example.org\nreads@example.org\nleaves@example.org\nnowhere\n"
  await accessible(page, "the choice of a list")
  await page
    .getByLabel("Choose a CSV file")
    .setInputFiles({ name: "fair.csv", mimeType: "text/csv", buffer: Buffer.from(list) })
  await expect(page.getByText("fair.csv, 4 rows. Nothing has been changed yet.")).toBeVisible()
  await expect(page.getByText("They stay unsubscribed")).toBeVisible()
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await accessible(page, `what an import would do at ${size.width}`)
  }
  const note = page.getByLabel("Where did they agree to get letters?")
  await expect(note).toBeFocused()
  await note.press("Enter")
  await expect(page.getByText("Say where they agreed to get letters.")).toBeVisible()
  await note.fill("Paper list at the fair")
  await page.getByRole("button", { name: "Import 1 person" }).click()
  await toast(page, "1 person imported", "Each gets a mail with a link.")
  await links("first@example.org").toBe(1)
  expect(linksTo("leaves@example.org")).toBe(0)
  await expect(page.getByRole("button", { name: "Pending 2" })).toBeVisible()
})

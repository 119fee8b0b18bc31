import { expect, test, toast } from "./admin/test"
import { accessible } from "./axe"

const spam = {
  name: "Best Offers",
  email: "offers@example.com",
  subject: "SEO services",
  message: "We put you on the first page of Google with backlinks. Click here.",
}

test("spam is held back until someone says that it is none; then its mails go out", async ({
  page,
  site,
  signIn,
}) => {
  await site.api("/rest/v1/contact_form_submissions", {
    method: "POST",
    body: JSON.stringify(spam),
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn("editor", "/admin/messages")
  const card = page.getByRole("article").filter({ hasText: spam.subject })
  await expect(card).toHaveCount(0)
  await page.getByRole("tab", { name: "Held back 1" }).click()
  await expect(page).toHaveURL("/admin/messages?show=held")
  await expect(page.getByText("Held back by the spam check.")).toBeVisible()
  await card.getByRole("button", { name: spam.subject, exact: true }).click()
  const why = page.getByRole("region", { name: "Why it was held back" })
  await expect(why).toContainText("Typical phrase: backlinks")
  await expect(why).toContainText("Words that offers of this kind use")
  await accessible(page, "a message that is held back")
  await page.keyboard.press("n")
  await toast(page, "Success", "Not spam. It is in Inbox now.")
  await expect(page.getByRole("heading", { name: "No messages found" })).toBeVisible()
  await page.getByRole("tab", { name: "Inbox" }).click()
  await expect(card).toBeVisible()
  await card.getByRole("button", { name: /^View full message/ }).click()
  const dialog = page.getByRole("dialog", { name: spam.subject })
  const before = site.letters().length
  await dialog.getByRole("button", { name: "Resend: Confirmation to the sender" }).click()
  await expect.poll(() => site.letters().length).toBe(before + 1)
  await expect(dialog.getByText("Not mailed: there is no mail server")).toHaveCount(2) // this site has none
})

test("spam goes to Trash, and comes back", async ({ page, site, signIn }) => {
  await site.api("/rest/v1/contact_form_submissions", {
    method: "POST",
    body: JSON.stringify({ ...spam, subject: "SEO services again" }),
  })
  // Mails of before name it so.
  await signIn("admin", "/admin/messages?show=quarantine")
  const card = page.getByRole("article").filter({ hasText: "SEO services again" })
  await card.getByRole("button", { name: "SEO services again", exact: true }).click()
  await page.getByRole("button", { name: "Spam", exact: true }).click()
  await expect(card).toHaveCount(0)
  await page.getByRole("button", { name: "Undo" }).click()
  await toast(page, "Undone.")
  await expect(card).toBeVisible()
})

import { expect, test, toast } from "./admin/test"
import { accessible } from "./axe"

const spam = {
  name: "Best Offers",
  email: "offers@example.com",
  subject: "SEO services",
  message: "We put you on the first page of Google with backlinks. Click here.",
}

test("spam waits in quarantine until someone releases it; then its mails go out", async ({
  page,
  site,
  signIn,
}) => {
  await site.api("/rest/v1/contact_form_submissions", {
    method: "POST",
    body: JSON.stringify(spam),
  })
  await signIn("editor", "/admin/messages")
  const card = page.getByRole("article").filter({ hasText: spam.subject })
  await expect(page.getByRole("button", { name: "Quarantine (1)" })).toBeVisible()
  await expect(card).toHaveCount(0)
  await page.getByRole("button", { name: "Quarantine (1)" }).click()
  await expect(page).toHaveURL("/admin/messages?show=quarantine")
  await card.getByText("View full message").click()
  const dialog = page.getByRole("dialog", { name: spam.subject })
  await expect(dialog).toContainText("Typical phrase: backlinks")
  await accessible(page, "a message in quarantine")
  await dialog.getByRole("button", { name: "Release" }).click()
  await toast(page, "Success", "Message released from quarantine")
  await expect(dialog).toBeHidden()
  await expect(page.getByRole("heading", { name: "No messages found" })).toBeVisible()
  await page.getByRole("button", { name: "Inbox" }).click()
  await expect(card.getByText("Not mailed")).toBeVisible() // this site has no mail server

  await card.getByText("View full message").click()
  const before = site.letters().length
  await dialog.getByRole("button", { name: "Resend: Confirmation to the sender" }).click()
  await expect.poll(() => site.letters().length).toBe(before + 1)
  await expect(dialog.getByText("Not mailed: there is no mail server")).toHaveCount(2)
})

test("spam can be deleted", async ({ page, site, signIn }) => {
  await site.api("/rest/v1/contact_form_submissions", {
    method: "POST",
    body: JSON.stringify({ ...spam, subject: "SEO services again" }),
  })
  await signIn("admin", "/admin/messages?show=quarantine")
  const card = page.getByRole("article").filter({ hasText: "SEO services again" })
  await card.getByText("View full message").click()
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click()
  await toast(page, "Success", "Message deleted successfully")
  await expect(card).toHaveCount(0)
})

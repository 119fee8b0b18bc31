import { expect, hold, test, toast } from "./admin/test"
import { accessible } from "./axe"

const write = (n: number, subject = `Subject ${n}`) => ({
  name: `Visitor ${n}`,
  email: `visitor${n}@example.com`,
  subject,
  message: `Message number ${n}\nwith 100% of its lines`,
})

test("an empty inbox says so", async ({ page, signIn }) => {
  await signIn("editor", "/admin/messages")
  await expect(page.getByRole("heading", { name: "No messages found" })).toBeVisible()
  await expect(page.getByText("When visitors write through the contact form")).toBeVisible()
  await accessible(page, "an empty inbox")
})

test("a message that arrives shows without a reload, and can be read and answered", async ({
  page,
  site,
  signIn,
}) => {
  await signIn("editor", "/admin/messages")
  await expect(page.getByRole("heading", { name: "No messages found" })).toBeVisible()
  await site.api("/rest/v1/contact_form_submissions", {
    method: "POST",
    body: JSON.stringify(write(1, "Pilot for a saree wholesaler")),
  })
  const card = page.getByRole("article").filter({ hasText: "Pilot for a saree wholesaler" })
  await expect(card).toBeVisible()
  await expect(card.getByRole("link", { name: "visitor1@example.com" })).toHaveAttribute(
    "href",
    "mailto:visitor1@example.com",
  )
  await expect(card.locator("time")).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/)
  await expect(page.locator(".nav-tree .nav-new")).toHaveText("1 unread")
  await card.getByText("View full message").click()
  const dialog = page.getByRole("dialog", { name: "Pilot for a saree wholesaler" })
  await expect(dialog).toContainText("with 100% of its lines")
  await accessible(page, "a message")
  await expect(dialog.getByRole("link", { name: "Reply via Email" })).toHaveAttribute(
    "href",
    "mailto:visitor1@example.com?subject=Re%3A%20Pilot%20for%20a%20saree%20wholesaler",
  )
})

test("the dashboard leads to a message, and marks what is new however long its subject is", async ({
  page,
  site,
  signIn,
}) => {
  await site.api("/rest/v1/contact_form_submissions?id=gt.0", {
    method: "PATCH",
    as: "editor",
    body: JSON.stringify({ state: "new" }),
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn("editor")
  const row = page.locator("a.line-row", { hasText: "Visitor 1" })
  await row
    .locator("p")
    .first()
    .evaluate((subject) => {
      subject.textContent = "long ".repeat(60)
    })
  expect((await row.locator("span").first().boundingBox())?.width).toBe(6)
  await row.click()
  const message = page.getByRole("region", { name: "Message", exact: true })
  await expect(message).toContainText("with 100% of its lines")
  await message.getByRole("button", { name: "Back to Messages" }).click()
  await expect(message).toHaveCount(0)
  await expect(page).toHaveURL(/\/admin\/messages$/)
})

test("the search asks the server in all four columns", async ({ page, site, signIn }) => {
  await site.api("/rest/v1/contact_form_submissions", {
    method: "POST",
    as: "editor",
    body: JSON.stringify([2, 3, 4].map((n) => write(n))),
  })
  await signIn("admin", "/admin/messages")
  const cards = page.getByRole("article")
  await expect(cards).toHaveCount(4)
  const search = page.getByPlaceholder("Search messages...")
  for (const [text, count] of [
    ["VISITOR 3", 1],
    ["visitor4@", 1],
    ["saree", 1],
    ["number 2", 1],
    ["100%", 4],
    ["100_", 0],
  ] as const) {
    await search.fill(text)
    await expect(cards).toHaveCount(count)
  }
  await expect(page.getByRole("heading", { name: "No messages found" })).toBeVisible()
  await expect(page.getByText("No messages match your search.")).toBeVisible()
  await accessible(page, "a search without a match")
  await page.getByRole("button", { name: "Clear search" }).last().click()
  await expect(cards).toHaveCount(4)
})

test("5 skeleton cards stand in while messages load", async ({ page, signIn }) => {
  const answer = await hold(page, /contact_form_submissions\?select=\*/)
  await signIn("admin", "/admin/messages")
  await expect(page.locator("[aria-busy=true] .desk-skeleton")).toHaveCount(5)
  answer()
  await expect(page.getByRole("article").first()).toBeVisible()
})

test("a message is deleted from the list and where it is read, with the files of its mails", async ({
  page,
  site,
  signIn,
}) => {
  const add = (n: number, subject: string) =>
    site.api("/rest/v1/contact_form_submissions", {
      method: "POST",
      body: JSON.stringify({ ...write(n, subject), message: `To be forgotten, ${subject}` }),
    })
  await add(91, "Erase me")
  await add(92, "Erase me too")
  const mentions = (n: number) =>
    site.letters().filter((letter) => letter.includes(`visitor${n}@example.com`)).length
  await expect.poll(() => mentions(91) + mentions(92)).toBe(4) // nobody had to ask for them
  await signIn("editor", "/admin/messages")
  await expect(page.getByRole("note", { name: "Mail" })).toContainText("Mail reaches nobody.")
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole("button", { name: "New: Erase me", exact: true }).click()
  await page.getByRole("button", { name: "More", exact: true }).click()
  await page.getByRole("menuitem", { name: "Move to Trash" }).click()
  const question = page.getByRole("alertdialog")
  await expect(question).toContainText("This action cannot be undone.")
  await expect(question).toContainText("Erase me from Visitor 91")
  await accessible(page, "a message about to be deleted")
  await question.getByRole("button", { name: "Delete" }).click()
  await toast(page, "Success", "Message deleted successfully")
  const card = page.getByRole("article").filter({ hasText: "Erase me" })
  await expect(card).toHaveCount(1)
  await expect.poll(() => mentions(91)).toBe(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  await card.getByText("View full message").click()
  const dialog = page.getByRole("dialog", { name: "Erase me too" })
  await dialog.getByRole("button", { name: "Delete" }).click()
  await question.getByRole("button", { name: "Delete" }).click()
  await expect(dialog).toHaveCount(0)
  await expect(card).toHaveCount(0)
  await expect.poll(() => mentions(92)).toBe(0)
})

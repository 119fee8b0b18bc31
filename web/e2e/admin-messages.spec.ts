import { expect, hold, test } from "./admin/test"
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
  await expect(page.locator(".nav-new")).toContainText("1")
  await card.getByText("View full message").click()
  const dialog = page.getByRole("dialog", { name: "Pilot for a saree wholesaler" })
  await expect(dialog).toContainText("with 100% of its lines")
  await accessible(page, "a message")
  await expect(dialog.getByRole("link", { name: "Reply via Email" })).toHaveAttribute(
    "href",
    "mailto:visitor1@example.com?subject=Re%3A%20Pilot%20for%20a%20saree%20wholesaler",
  )
})

test("the dashboard leads to a message, and marks today's however long its subject is", async ({
  page,
  signIn,
}) => {
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
  const dialog = page.getByRole("dialog", { name: "Pilot for a saree wholesaler" })
  await expect(dialog).toContainText("with 100% of its lines")
  await dialog.getByRole("button", { name: "Close" }).last().click()
  await expect(dialog).toHaveCount(0)
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
  await expect(page.locator("[aria-busy=true] .card")).toHaveCount(5)
  answer()
  await expect(page.getByRole("article").first()).toBeVisible()
})

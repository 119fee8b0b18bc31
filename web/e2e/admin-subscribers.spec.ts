import { readFileSync } from "node:fs"
import { PEOPLE } from "./admin/site"
import { expect, hold, test, toast } from "./admin/test"
import { accessible } from "./axe"

test.describe.configure({ mode: "serial" })
test.use({ permissions: ["clipboard-read", "clipboard-write"] })

test("an empty list has nothing to export", async ({ page, signIn }) => {
  await signIn("editor", "/admin/subscribers")
  await expect(page.getByText("No subscribers yet")).toBeVisible()
  await expect(page.getByRole("button", { name: "Export as CSV" })).toBeDisabled()
  await accessible(page, "no subscribers")
})

test("subscribers are counted, copied, edited and deleted", async ({
  page,
  site,
  signIn,
  expects,
}) => {
  expects(/409/)
  const emails = ["orders@example.com", "reader.one@example.org", "=cmd@example.net"]
  await site.api("/rest/v1/newsletter_subscriptions", {
    method: "POST",
    as: "admin",
    body: JSON.stringify(emails.map((email) => ({ email }))),
  })
  await signIn("editor", "/admin/subscribers")
  await expect(page.getByText("3 people receive the newsletter.")).toBeVisible()
  // Looked for from before, because it stays for two seconds.
  const copied = page.waitForFunction(() => document.querySelector("[aria-label=Copied]"))
  await page.getByRole("button", { name: "Copy orders@example.com" }).click()
  await copied
  await toast(page, "Copied to clipboard", "orders@example.com")
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("orders@example.com")
  await expect(page.getByRole("button", { name: "Copied" })).toBeHidden()
  await expect(
    page.getByRole("link", { name: "Send Email to orders@example.com" }),
  ).toHaveAttribute("href", "mailto:orders@example.com")
  await page.getByRole("button", { name: "Table View" }).click()
  for (const column of ["Email", "Subscribed On", "Actions"])
    await expect(page.getByRole("columnheader", { name: column })).toBeVisible()
  await page.getByRole("button", { name: "Edit orders@example.com" }).click()
  const field = page.getByLabel("Email", { exact: true })
  await expect(field).toBeFocused()
  await field.fill("orders")
  await field.press("Enter")
  // A toast below the pointer stays.
  await page.locator("[data-toasts] li").hover()
  await accessible(page, "a wrong address in the table, and a toast")
  await toast(page, "Invalid email", "Please enter a valid email address.")
  await field.fill("reader.one@example.org")
  await field.press("Enter")
  await toast(page, "Update unsuccessful", "This email is already subscribed to the newsletter.")
  await field.fill("shop@example.com")
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await toast(page, "Updated successfully", "Subscription successfully updated")
  await expect(page.getByRole("cell", { name: "shop@example.com", exact: true })).toBeVisible()
  await page.getByRole("button", { name: "Edit shop@example.com" }).click()
  await field.press("Escape")
  await expect(page.getByRole("button", { name: "Edit shop@example.com" })).toBeFocused()
  await page.reload()
  await expect(page.getByRole("button", { name: "Table View" })).toHaveAttribute(
    "aria-pressed",
    "true",
  )
  await page.getByRole("button", { name: "Delete shop@example.com" }).click()
  const ask = page.getByRole("alertdialog")
  await expect(ask).toContainText("shop@example.com")
  await ask.getByRole("button", { name: "Delete" }).click()
  await expect(page.getByRole("button", { name: "Delete reader.one@example.org" })).toBeFocused()
  await toast(page, "Deleted successfully", "Subscription successfully deleted")
  await expect(page.getByText("2 people receive the newsletter.")).toBeVisible()
})

test("all of them are exported, and no cell is a formula", async ({ page, signIn }) => {
  await signIn("admin", "/admin/subscribers")
  const waiting = page.waitForEvent("download")
  await page.getByRole("button", { name: "Export as CSV" }).click()
  const download = await waiting
  expect(download.suggestedFilename()).toMatch(/^newsletter-subscribers-\d{4}-\d\d-\d\d\.csv$/)
  await toast(page, "Export successful", "Subscriber list has been exported as CSV.")
  const lines = readFileSync(await download.path(), "utf8")
    .replace(/^\ufeff/, "")
    .trim()
    .split(/\r?\n/)
  expect(lines[0]?.replaceAll('"', "")).toBe("Email,Signup Date")
  expect(lines).toHaveLength(3)
  expect(lines.some((line) => /^"?[=+@-]/.test(line))).toBe(false)
})

test("a search that finds nothing can be cleared", async ({ page, signIn }) => {
  await signIn("admin", "/admin/subscribers")
  await page.getByPlaceholder("Search by email...").fill("nobody at all")
  await expect(page.getByText("No subscribers match your search.")).toBeVisible()
  await accessible(page, "a search without a match")
  await page.getByRole("button", { name: "Clear search" }).last().click()
  await expect(page.getByText("reader.one@example.org")).toBeVisible()
})

test("who may no longer edit is told so", async ({ page, site, signIn, expects }) => {
  expects(/403/)
  await signIn("editor", "/admin/subscribers")
  await expect(page.getByText("reader.one@example.org")).toBeVisible()
  site.run(["user", "set-role", "--email", PEOPLE.editor.email, "--role", "viewer"])
  // The server sees what another process wrote within a second.
  await expect.poll(() => page.evaluate(rights)).toBe(403)
  await page.getByRole("button", { name: "Delete reader.one@example.org" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click()
  await toast(
    page,
    "Delete unsuccessful",
    "Permission denied. You may not have the required access rights.",
  )
  site.run(["user", "set-role", "--email", PEOPLE.editor.email, "--role", "editor"])
})

test("an address that is being changed stays itself while the list moves", async ({
  page,
  site,
  signIn,
  expects,
}) => {
  expects(/406/)
  const table = "/rest/v1/newsletter_subscriptions"
  const change = (email: string, init: RequestInit) =>
    site.api(`${table}?email=eq.${encodeURIComponent(email)}`, { ...init, as: "admin" })
  await signIn("admin", "/admin/subscribers")
  await page.getByRole("button", { name: "Table View" }).click()
  await page.getByRole("button", { name: "Edit reader.one@example.org" }).click()
  const field = page.getByLabel("Email", { exact: true })
  await field.fill("reader.two@example.org")
  await site.api(table, {
    method: "POST",
    as: "admin",
    body: JSON.stringify([{ email: "newest@example.org" }]),
  })
  await expect(page.getByRole("cell", { name: "newest@example.org", exact: true })).toBeVisible()
  await expect(field).toHaveValue("reader.two@example.org")
  await expect(field).toBeFocused()
  await page.getByRole("button", { name: "Grid View" }).click()
  await expect(field).toHaveValue("reader.two@example.org")
  // Someone else was quicker: theirs is not overwritten.
  await change("reader.one@example.org", {
    method: "PATCH",
    body: JSON.stringify({ email: "theirs@example.org" }),
  })
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await toast(page, "Update unsuccessful", "Someone else changed or deleted this subscriber.")
  await change("theirs@example.org", { method: "DELETE" })
  await expect(
    page.getByText(
      "Someone else deleted reader.one@example.org while you were editing it. You typed reader.two@example.org.",
    ),
  ).toBeVisible()
  await accessible(page, "an address deleted elsewhere")
  await page.getByRole("button", { name: "Copy my text" }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("reader.two@example.org")
  await page.getByRole("main").getByRole("button", { name: "Close", exact: true }).click()
  await expect(page.getByText("Someone else deleted")).toHaveCount(0)
})

test("6 skeleton cards stand in while subscribers load", async ({ page, signIn }) => {
  const answer = await hold(page, /newsletter_subscriptions/)
  await signIn("admin", "/admin/subscribers")
  await expect(page.locator("[aria-busy=true] .card")).toHaveCount(6)
  answer()
})

/** The status of a call that only staff may make, with the session of the page. */
async function rights() {
  const { access_token } = JSON.parse(localStorage.getItem("vitrine-admin-auth") ?? "{}")
  const headers = { authorization: `Bearer ${access_token}`, "content-type": "application/json" }
  return (await fetch("/rest/v1/rpc/list_sessions", { method: "POST", headers, body: "{}" })).status
}

import { session } from "./admin/authenticator"
import { PEOPLE } from "./admin/site"
import { apart, enter, expect, test, toast } from "./admin/test"

const EDITOR = PEOPLE.editor

test("a password is changed by the server's rules, and other devices are signed out", async ({
  page,
  site,
  signIn,
  expects,
}) => {
  expects(/4(0[013]|22)/)
  const elsewhere = await session(site, EDITOR)
  await signIn("editor")
  await page.getByRole("link", { name: /Your account/ }).click()
  await expect(page.getByRole("heading", { name: "Your account" })).toBeVisible()
  const save = page.getByRole("button", { name: "Change password" })
  const current = page.getByLabel("Current password")
  await page.getByLabel("New password").fill("correct horse ladder")
  await save.click()
  await expect(page.getByText("Enter your current password.")).toBeVisible()
  await expect(current).toBeFocused()
  await current.fill("not my password")
  await save.click()
  await expect(page.getByText("This is not your current password.")).toBeVisible()
  await expect(current).toBeFocused()
  await current.fill(EDITOR.password)
  for (const [password, message] of [
    ["short", "Use at least 12 characters."],
    ["x".repeat(1025), "Use at most 1024 characters."],
    ["password12345", "This password is too common. Please choose another one."],
    ["vitrine-editor-2026", "This password is too easy to guess. Please choose another one."],
    [EDITOR.password, "New password should be different from the old password."],
  ] as const) {
    await page.getByLabel("New password").fill(password)
    await save.click()
    await expect(page.getByText(message)).toBeVisible()
    await expect(page.getByLabel("New password")).toBeFocused()
  }
  await page.getByLabel("New password").fill("correct horse ladder")
  await save.click()
  await toast(page, "Password changed", "Your other devices are signed out.")
  await expect(page.getByLabel("New password")).toHaveValue("")
  await expect(current).toHaveValue("")
  await expect(elsewhere("/rest/v1/rpc/list_sessions", {})).rejects.toThrow("401")
  await session(site, { ...EDITOR, password: "correct horse ladder" })
  site.run(["user", "set-password", "--email", EDITOR.email, "--password-stdin"], EDITOR.password)
})

test("sessions are listed, ended one by one, and all at once", async ({
  browser,
  page,
  site,
  expects,
}) => {
  expects(/40[136]|503/)
  await site.api("/auth/v1/logout?scope=global", { method: "POST", as: "editor" })
  const agent =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1"
  // As wide as a desk: the way out stands in the menu.
  const viewport = { width: 1720, height: 900 }
  const phone = await browser.newPage({ baseURL: site.url, userAgent: agent, viewport })
  await phone.goto("/admin/login")
  await enter(phone, "editor")
  await expect(phone.getByRole("heading", { name: "Dashboard" })).toBeVisible()
  await page.goto("/admin/account")
  await enter(page, "editor")
  const list = page.getByRole("list", { name: "Where you are signed in" })
  await expect(list.getByRole("listitem")).toHaveCount(2)
  await expect(list.getByRole("listitem").first()).toContainText(
    /on Linux.*This device.*In use now, 127\.0\.0\.1/s,
  )
  const row = list.getByRole("listitem").filter({ hasText: "Safari on iPhone" })
  await expect(row).toContainText(/Last used (Today|Yesterday), \d\d:\d\d, 127\.0\.0\.1/)
  await row.getByRole("button").click()
  await toast(page, "Success", "Signed out on that device")
  await expect(row).toHaveCount(0)
  await phone.getByRole("complementary").getByRole("link", { name: "Careers" }).click()
  await expect(phone).toHaveURL(/\/admin\/login/)

  // It is over by the time the button is pressed.
  await enter(phone, "editor")
  await expect(phone.getByRole("heading", { name: "Careers" })).toBeVisible()
  await page.reload()
  await expect(row).toBeVisible()
  await phone.getByRole("button", { name: "Sign Out", exact: true }).click()
  await toast(phone, "Signed out")
  await row.getByRole("button").click()
  await toast(page, "Error", "There is no such session. It may have ended already.")
  await expect(row).toHaveCount(0)

  await enter(phone, "editor")
  await expect(phone.getByRole("heading", { name: "Dashboard" })).toBeVisible()
  await page.getByRole("button", { name: "Sign out everywhere" }).click()
  const ask = page.getByRole("alertdialog", { name: "Sign out everywhere?" })
  await page.route("**/auth/v1/logout*", (route) => route.fulfill({ status: 503, json: {} }))
  await ask.getByRole("button", { name: "Sign out everywhere" }).click()
  await toast(page, "Error", "You could not be signed out everywhere. Try again.")
  await page.unroute("**/auth/v1/logout*")
  await page.getByRole("button", { name: "Sign out everywhere" }).click()
  await ask.getByRole("button", { name: "Sign out everywhere" }).click()
  await toast(page, "Signed out", "You have been signed out on every device.")
  await expect(page).toHaveURL(/\/admin\/login/)
  await phone
    .getByRole("navigation", { name: "Admin pages" })
    .getByRole("link", { name: "About Us", exact: true })
    .click()
  await expect(phone).toHaveURL(/\/admin\/login/)
  await phone.close()
})

test("what cannot be loaded offers another try, on a phone too", async ({
  page,
  signIn,
  expects,
}) => {
  expects(/ERR_FAILED/)
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn("editor")
  await apart(page)
  await page.route("**/rpc/list_sessions", (route) => route.abort())
  await page.route("**/auth/v1/user", (route) => route.abort())
  await page.getByRole("button", { name: "More" }).click()
  await page.getByRole("link", { name: /Your account/ }).click()
  await expect(page.getByText("The list of your sessions could not be loaded.")).toBeVisible()
  await expect(page.getByText("Your apps could not be loaded.")).toBeVisible()
  await page.unrouteAll()
  for (const what of ["Your apps", "The list of your sessions"])
    await page.getByRole("alert").filter({ hasText: what }).getByRole("button").click()
  await expect(page.getByText("In use now")).toBeVisible()
  await expect(page.getByText("Off", { exact: true })).toBeVisible()
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await expect.poll(wide).toBe(0)
})

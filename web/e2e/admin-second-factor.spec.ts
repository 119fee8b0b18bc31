import { readFileSync } from "node:fs"
import type { Download, Page } from "@playwright/test"
import { Authenticator, protect, session, unprotect } from "./admin/authenticator"
import { linkIn } from "./admin/postbox"
import { PEOPLE } from "./admin/site"
import { enter, expect, listen, test, toast } from "./admin/test"
import { accessible } from "./axe"

const EDITOR = PEOPLE.editor

const enterCode = async (page: Page, code: string) => {
  await page.getByLabel("Code").fill(code)
  await page.getByRole("button", { name: "Verify" }).click()
}

const readText = async (file: Download) => readFileSync(await file.path(), "utf8")

test("an authenticator app is set up, asked for at the door, and removed", async ({
  page,
  signIn,
  expects,
}) => {
  expects(/422/)
  await signIn("editor", "/admin/account")
  const card = page.getByRole("region", { name: "Second factor" })
  await expect(card.getByText("Off", { exact: true })).toBeVisible()
  await card.getByRole("button", { name: "Add authenticator app" }).click()
  const dialog = page.getByRole("dialog", { name: "Add authenticator app" })
  const next = dialog.getByRole("button", { name: "Continue" })
  await expect(dialog.getByLabel("Name")).toHaveValue("Authenticator app")
  await dialog.getByLabel("Name").fill("")
  await next.click()
  await expect(dialog.getByText("Name is required")).toBeVisible()
  await dialog.getByLabel("Name").fill("Phone: mine")
  await next.click()
  await expect(dialog.getByText("Use at most 100 characters, without colons.")).toBeVisible()
  await dialog.getByLabel("Name").fill("My phone")
  await next.click()
  const picture = dialog.getByRole("img", { name: "QR code for your authenticator app" })
  await expect(picture).toBeVisible()
  const width = () => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)
  await expect.poll(width).toBeGreaterThan(0)
  await accessible(page, "an app that is set up")
  const secret = await dialog.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()
  const app = new Authenticator(secret.replaceAll(" ", ""))
  const turnOn = dialog.getByRole("button", { name: "Turn on" })
  await turnOn.click()
  await expect(dialog.getByText("Enter the 6 digits that your app shows.")).toBeVisible()
  await dialog.getByLabel("Code").fill("000 000")
  await expect(dialog.getByLabel("Code")).toHaveValue("000000")
  await turnOn.click()
  await expect(dialog.getByText("This code is wrong or was used before.")).toBeVisible()
  const used = await app.code()
  await dialog.getByLabel("Code").fill(used)
  await turnOn.click()
  await toast(page, "Second factor on", "You are asked for a code when you sign in.")
  const sheet = page.getByRole("dialog", { name: "Recovery codes" })
  await expect(sheet.getByRole("listitem")).toHaveCount(10)
  await accessible(page, "recovery codes")
  const file = page.waitForEvent("download")
  await sheet.getByRole("button", { name: "Download" }).click()
  const kept = await sheet.getByRole("listitem").allInnerTexts()
  expect(await readText(await file)).toContain(kept.join("\n"))
  await page.emulateMedia({ media: "print" })
  await expect(sheet.getByRole("list")).toBeInViewport()
  await expect(page.getByText(`Recovery codes of ${EDITOR.email}`)).toBeInViewport()
  await expect(sheet.getByRole("button", { name: "Download" })).toBeHidden()
  await page.emulateMedia({ media: "screen" })
  await sheet.getByRole("button", { name: "I have kept them" }).click()
  await expect(sheet).toBeHidden()
  await expect(card.getByText("10 of 10 are left.")).toBeVisible()
  await expect(card.getByText("On", { exact: true })).toBeVisible()
  await expect(card.getByText("My phone")).toBeVisible()

  await page.getByRole("button", { name: "Sign Out", exact: true }).click()
  await toast(page, "Signed out")
  await page.goto("/admin/footer?tab=links")
  await enter(page, "editor")
  await expect(page.getByRole("heading", { name: "One more step" })).toBeVisible()
  const code = page.getByLabel("Code")
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute("autocomplete", "one-time-code")
  await expect(code).toHaveAttribute("inputmode", "numeric")
  await accessible(page, "the code at the door", "whole")
  await enterCode(page, "12345")
  await expect(page.getByText("Enter the 6 digits that your app shows.")).toBeVisible()
  await enterCode(page, used)
  await expect(page.getByText("This code is wrong or was used before.")).toBeVisible()
  await expect(code).toHaveValue("")
  // Another address of the back-office is no way around it.
  await page.goto("/admin/hero")
  await expect(page.getByRole("heading", { name: "One more step" })).toBeVisible()
  await expect(page).toHaveURL("/admin/login?from=%2Fadmin%2Fhero")
  await page.getByRole("button", { name: "Start again" }).click()
  await enter(page, "editor")
  await enterCode(page, await app.code())
  await toast(page, "Welcome back!")
  await expect(page).toHaveURL(/\/admin\/hero$/)

  await page.goto("/admin/account")
  await card.getByRole("button", { name: "Remove My phone" }).click()
  const ask = page.getByRole("alertdialog", { name: "Remove this authenticator app?" })
  await expect(ask).toContainText("from then on your password alone is enough to get in")
  await ask.getByRole("button", { name: "Remove" }).click()
  await toast(page, "Success", "Authenticator app removed")
  await expect(card.getByText("Off", { exact: true })).toBeVisible()
})

test("a set-up that is given up leaves nothing behind", async ({ page, site, signIn }) => {
  await signIn("editor", "/admin/account")
  await page.getByRole("button", { name: "Add authenticator app" }).click()
  await page.getByRole("button", { name: "Continue" }).click()
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible()
  const gone = page.waitForResponse((answer) => answer.request().method() === "DELETE")
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click()
  expect((await gone).status()).toBe(200)
  await expect(page.getByText("Off", { exact: true })).toBeVisible()
  await session(site, EDITOR)
})

test("a session that ends while typing asks for the code too", async ({
  page,
  site,
  signIn: _,
  expects,
}) => {
  expects(/40[013]|422/)
  const app = await protect(site, "editor")
  await page.goto("/admin/process-text")
  await enter(page, "editor")
  await enterCode(page, await app.code())
  await page.getByLabel("Main Title").fill("Half a sentence")
  await site.api("/auth/v1/logout?scope=global", { method: "POST", as: "editor" })
  await page.getByRole("button", { name: "Save Changes" }).click()
  const dialog = page.getByRole("dialog", { name: "Your session has ended" })
  await dialog.getByLabel("Password", { exact: true }).fill(EDITOR.password)
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click()
  await expect(dialog).toContainText("Enter the code from your authenticator app to go on.")
  await enterCode(page, "000000")
  await expect(dialog.getByText("This code is wrong or was used before.")).toBeVisible()
  await dialog.getByRole("button", { name: "Start again" }).click()
  await dialog.getByLabel("Password", { exact: true }).fill(EDITOR.password)
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click()
  await enterCode(page, await app.code())
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel("Main Title")).toHaveValue("Half a sentence")
  await page.getByRole("button", { name: "Save Changes" }).click()
  await toast(page, "Success!", "Process text has been updated.")
  unprotect(site, "editor")
})

test("a recovery mail does not get around the second factor", async ({ page, site, expects }) => {
  expects(/422/)
  const app = await protect(site, "editor")
  await site.api("/auth/v1/recover", {
    method: "POST",
    body: JSON.stringify({ email: EDITOR.email }),
  })
  const link = () => site.letters().map(linkIn).find(Boolean) ?? ""
  await expect.poll(link).toContain("type=recovery")
  await page.goto(link())
  await page.getByLabel("New password").fill("correct horse ladder")
  await page.getByRole("button", { name: "Save password" }).click()
  await expect(page.getByRole("heading", { name: "One more step" })).toBeVisible()
  await enterCode(page, "000000")
  await expect(page.getByText("This code is wrong or was used before.")).toBeVisible()
  await session(site, EDITOR)
  await enterCode(page, await app.code())
  await toast(page, "Password saved", "You are signed in.")
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible()
  unprotect(site, "editor")
  site.run(["user", "set-password", "--email", EDITOR.email, "--password-stdin"], EDITOR.password)
})

test("an app taken away elsewhere asks for the code of another one", async ({
  browser,
  page,
  site,
  expects,
}) => {
  expects(/403/)
  const phone = await protect(site, "editor")
  await page.goto("/admin/account")
  await enter(page, "editor")
  await enterCode(page, await phone.code())
  const card = page.getByRole("region", { name: "Second factor" })
  await expect(card).toBeVisible()
  // Someone who knows the password alone shows in the list of sessions.
  await session(site, EDITOR)
  await page.reload()
  await expect(page.getByRole("listitem").filter({ hasText: "Code not entered" })).toHaveCount(1)
  await card.getByRole("button", { name: "Add authenticator app" }).click()
  const dialog = page.getByRole("dialog", { name: "Add authenticator app" })
  await dialog.getByLabel("Name").fill("Phone")
  await dialog.getByRole("button", { name: "Continue" }).click()
  await expect(dialog.getByText("You have an app of this name already.")).toBeVisible()
  await dialog.getByLabel("Name").fill("Tablet")
  await dialog.getByRole("button", { name: "Continue" }).click()
  const secret = await dialog.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()
  const tablet = new Authenticator(secret.replaceAll(" ", ""))
  await dialog.getByLabel("Code").fill(await tablet.code())
  await dialog.getByRole("button", { name: "Turn on" }).click()
  await toast(page, "Second factor on")
  await page.getByRole("button", { name: "I have kept them" }).click()

  const other = await browser.newPage({ baseURL: site.url })
  await other.goto("/admin/login")
  await enter(other, "editor")
  await other.getByLabel("Authenticator app").selectOption("Tablet")
  await enterCode(other, await tablet.code())
  await expect(other.getByRole("heading", { name: "Dashboard" })).toBeVisible()
  await other.getByRole("link", { name: /Your account/ }).click()
  await other.getByRole("button", { name: "Remove Tablet" }).click()
  await other.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click()
  await toast(other, "Success", "Authenticator app removed")
  await other.close()

  // This browser came in with an app that is left, but has to show it again.
  await page.getByRole("complementary").getByRole("link", { name: "Careers" }).click()
  await expect(page.getByRole("heading", { name: "One more step" })).toBeVisible()
  await enterCode(page, await phone.code())
  await expect(page.getByRole("heading", { name: "Careers" })).toBeVisible()
  unprotect(site, "editor")
})

test("a recovery code opens the door once, and few that are left are warned about", async ({
  page,
  site,
  expects,
}) => {
  expects(/422/)
  const app = await protect(site, "editor")
  await page.goto("/admin/account")
  await enter(page, "editor")
  await enterCode(page, await app.code())
  const card = page.getByRole("region", { name: "Second factor" })
  await expect(card.getByText("You have no recovery codes.")).toBeVisible()
  await card.getByRole("button", { name: "Make recovery codes" }).click()
  const dialog = page.getByRole("dialog", { name: "Recovery codes" })
  await dialog.getByLabel("Code", { exact: true }).fill("000000")
  await dialog.getByRole("button", { name: "Make codes" }).click()
  await expect(dialog.getByText("This code is wrong or was used before.")).toBeVisible()
  await dialog.getByLabel("Code", { exact: true }).fill(await app.code())
  await dialog.getByRole("button", { name: "Make codes" }).click()
  await expect(dialog.getByRole("listitem")).toHaveCount(10)
  const [first = "", ...others] = await dialog.getByRole("listitem").allInnerTexts()
  await dialog.getByRole("button", { name: "I have kept them" }).click()
  await expect(card.getByText("10 of 10 are left.")).toBeVisible()

  // Used elsewhere: the count here follows.
  for (const code of others.slice(0, 7)) {
    const post = await session(site, EDITOR)
    await post("/auth/v1/recovery-codes/verify", { code })
  }
  await expect(card.getByText("3 of 10 are left.")).toBeVisible()
  await page.getByRole("button", { name: "Sign Out", exact: true }).click()
  await page.goto("/admin/account")
  await enter(page, "editor")
  await page.getByRole("button", { name: "Use a recovery code" }).click()
  const field = page.getByLabel("Recovery code")
  await expect(field).toBeFocused()
  await accessible(page, "the recovery code at the door", "whole")
  const send = async (code: string) => {
    await field.fill(code)
    await page.getByRole("button", { name: "Verify" }).click()
  }
  await send("abc")
  await expect(page.getByText("Enter all 16 letters and digits of the code.")).toBeVisible()
  const used = others[0] ?? ""
  await send(used)
  await expect(page.getByText("This code is wrong or was used before. Try another")).toBeVisible()
  await expect(field).toHaveValue(used)
  await send(first.toUpperCase().replaceAll("-", " "))
  await expect(page.getByRole("heading", { name: "Your account" })).toBeFocused()
  await expect(card.getByText("Only 2 codes are left.")).toBeVisible()
  await expect(card.getByRole("button", { name: "Make new codes" })).toBeVisible()
  unprotect(site, "editor")
})

test("an administrator takes the second factor from someone who lost the app", async ({
  browser,
  page,
  site,
  signIn,
}) => {
  const app = await protect(site, "editor")
  const lost = await browser.newPage({ baseURL: site.url })
  const heard = listen(lost)
  await lost.goto("/admin/login")
  await enter(lost, "editor")
  await enterCode(lost, await app.code())
  await expect(lost.getByRole("heading", { name: "Dashboard" })).toBeVisible()
  const late = await browser.newPage({ baseURL: site.url })
  await late.goto("/admin/login")
  await enter(late, "editor")
  await expect(late.getByLabel("Code")).toBeVisible()
  await signIn("admin", "/admin/users")
  await page.getByLabel(`Reset the second factor of ${EDITOR.email}`).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Reset" }).click()
  await toast(page, "Success", "Second factor reset")
  await enterCode(late, "123456")
  await toast(late, "Error", "This took too long. Start again.")
  await expect(late.getByLabel("Password", { exact: true })).toBeVisible()
  await late.close()
  await lost.getByRole("complementary").getByRole("link", { name: "Careers" }).click()
  await expect(lost).toHaveURL(/\/admin\/login/)
  await enter(lost, "editor")
  await expect(lost.getByRole("heading", { name: "Careers" })).toBeVisible()
  expect(heard.filter((text) => !/40[01]/.test(text))).toEqual([])
  await lost.close()
})

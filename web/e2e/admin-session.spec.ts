import type { Page } from "@playwright/test"
import { PEOPLE } from "./admin/site"
import { enter, expect, go, hold, listen, test, toast } from "./admin/test"
import { accessible } from "./axe"

test("signing in leads to the dashboard, with a greeting", async ({ page, expects: _ }) => {
  await page.goto("/admin")
  await enter(page, "admin")
  // The form that had the focus is gone.
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeFocused()
  await toast(page, "Welcome back!")
  await expect(page.getByText(PEOPLE.admin.email)).toBeVisible()
  // A tile leads to the screen that it names.
  await page
    .locator("main")
    .getByRole("link", { name: /^Contact information/ })
    .click()
  await expect(page).toHaveURL(/\/admin\/contact$/)
})

test("both fields are required", async ({ page, expects: _ }) => {
  await page.goto("/admin/login")
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
  await expect(page.getByText("Email is required")).toBeVisible()
  await expect(page.getByText("Password is required")).toBeVisible()
  await expect(page.getByLabel("Email")).toBeFocused()
})

test("the form stays when the drawing beside it does not come", async ({ page, expects }) => {
  expects(/ERR_FAILED/)
  await page.route(/\/night-[^/]*\.js$/, (route) => route.abort())
  const lost = page.waitForEvent("requestfailed")
  await page.goto("/admin/login")
  await lost
  await enter(page, "admin")
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible()
})

test("a wrong password is told in the server's words", async ({ page, expects }) => {
  expects(/400/)
  await page.goto("/admin/login")
  await page.getByLabel("Email").fill(PEOPLE.admin.email)
  await page.getByLabel("Password", { exact: true }).fill("wrong")
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
  await toast(page, "Error signing in", "Invalid login credentials")
})

test("a server that is away is an unexpected error", async ({ page, site, expects }) => {
  expects(/ERR_CONNECTION|ERR_SOCKET|ERR_EMPTY_RESPONSE/)
  await page.goto("/admin/login")
  await expect(page.locator("[data-toasts]")).toBeAttached()
  await site.stop()
  await enter(page, "admin")
  await toast(page, "Error", "An unexpected error occurred.")
  await site.start()
})

test("a profile that cannot be read is an unexpected error", async ({ page, expects }) => {
  expects(/500/)
  await page.route("**/rest/v1/user_profiles*", (route) => route.fulfill({ status: 500 }))
  await page.goto("/admin/login")
  await enter(page, "admin")
  await toast(page, "Error", "An unexpected error occurred.")
})

test("a deep link is where one gets after signing in", async ({ page, expects: _ }) => {
  await page.goto("/admin/footer?tab=links")
  await enter(page, "editor")
  await expect(page).toHaveURL("/admin/footer?tab=links")
  await expect(page.getByRole("tab", { name: "Footer Links" })).toHaveAttribute(
    "aria-selected",
    "true",
  )
  // One thing to do first on each screen.
  const first = page.locator("main button.bg-ink:visible")
  await expect(first).toHaveText("Add Link")
  await page.getByRole("tab", { name: "General Information" }).click()
  await expect(first).toHaveText(/^Save Changes/)
})

test("nobody is sent to another site after signing in", async ({ page, expects: _ }) => {
  await page.goto("/admin/login?from=//evil.example/admin")
  await enter(page, "admin")
  await expect(page).toHaveURL(/\/admin$/)
})

test("a viewer has no access", async ({ page, expects: _ }) => {
  await page.goto("/admin/login")
  await enter(page, "viewer")
  await toast(page, "Error signing in", "Your account has no access to the admin area.")
  await page.goto("/admin/hero")
  await expect(page).toHaveURL(/\/admin\/login\?from=/)
})

test("an editor who becomes a viewer, or has no profile, is out at the next visit", async ({
  page,
  site,
  signIn,
  expects,
}) => {
  await signIn("editor")
  site.run(["user", "set-role", "--email", PEOPLE.editor.email, "--role", "viewer"])
  await page.goto("/admin/hero")
  await toast(page, "Error signing in", "Your account has no access to the admin area.")
  await expect(page).toHaveURL("/admin/login?from=%2Fadmin%2Fhero")
  expects(/406/)
  const session = await site.session("editor")
  const profile = `/rest/v1/user_profiles?user_id=eq.${session.user.id}`
  await site.api(profile, { method: "DELETE", as: "admin" })
  await page.evaluate(
    (kept) => localStorage.setItem("vitrine-admin-auth", kept),
    JSON.stringify(session),
  )
  await page.goto("/admin/team")
  await toast(page, "Error signing in", "Your account has no access to the admin area.")
  await expect(page).toHaveURL("/admin/login?from=%2Fadmin%2Fteam")
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("vitrine-admin-auth")))
    .toBeNull()
  site.run(["user", "set-role", "--email", PEOPLE.editor.email, "--role", "editor"])
})

test("an editor who becomes a viewer is out when a save is refused, and finds the text again", async ({
  page,
  site,
  signIn,
  expects,
}) => {
  expects(/403/)
  await signIn("editor", "/admin/contact")
  await page.getByLabel("Location").fill("Typed as an editor")
  const { user } = await site.session("editor")
  const become = (role: string) =>
    site.api("/rest/v1/rpc/set_user_role", {
      method: "POST",
      as: "admin",
      body: JSON.stringify({ user_id: user.id, role }),
    })
  await become("viewer")
  await page.getByRole("button", { name: "Save Changes" }).click()
  await toast(page, "Error signing in", "Your account has no access to the admin area.")
  await expect(page).toHaveURL("/admin/login?from=%2Fadmin%2Fcontact")
  await become("editor")
  await enter(page, "editor")
  await expect(page.getByLabel("Location")).toHaveValue("Typed as an editor")
  await page.getByRole("button", { name: "Discard them" }).click()
})

test("entering shows that the session is verified", async ({ page, signIn }) => {
  await signIn()
  const answer = await hold(page, /user_profiles/)
  await page.reload({ waitUntil: "commit" })
  await expect(page.getByText("Verifying authentication...")).toBeVisible()
  answer()
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible()
})

// Beside a preview the menu is folded.
async function leave(page: Page) {
  await page.getByRole("button", { name: "Open the menu" }).click()
  await page.getByRole("button", { name: "Sign Out" }).click()
}

test("signing out says so and closes the door", async ({ page, signIn }) => {
  await signIn("admin", "/admin/hero")
  await leave(page)
  await toast(page, "Signed out", "You have been successfully signed out.")
  await expect(page).toHaveURL(/\/admin\/login$/)
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("vitrine-admin-auth")))
    .toBeNull()
  await page.goto("/admin/team")
  await expect(page).toHaveURL("/admin/login?from=%2Fadmin%2Fteam")
})

test("update-content leads to the hero, an unknown path to the 404 page", async ({
  page,
  signIn,
  expects,
}) => {
  expects(/404/)
  await signIn("admin", "/admin/hero")
  await page.goto("/admin/update-content")
  await expect(page).toHaveURL(/\/admin\/hero$/)
  const answer = await page.goto("/admin/nowhere")
  expect(answer?.status()).toBe(404)
})

test("a forgotten password is replaced by mail", async ({ page, site, expects: _ }) => {
  await page.goto("/admin/login")
  await page.getByRole("button", { name: "Forgot password?" }).click()
  await page.getByLabel("Email").fill("nobody")
  await page.getByRole("button", { name: "Send link" }).click()
  await expect(page.getByText("Please enter a valid email address.")).toBeVisible()
  await page.getByLabel("Email").fill(PEOPLE.editor.email)
  await page.getByRole("button", { name: "Send link" }).click()
  await expect(page.getByText("the link is on its way")).toBeVisible()
  const letter = () =>
    site
      .letters()
      .join("\n")
      .replace(/=\r?\n/g, "")
      .replaceAll("=3D", "=")
  await expect.poll(letter).toContain("/admin/reset?")
  const [link = ""] = letter().match(/http\S+\/admin\/reset\?\S+/) ?? []
  await page.goto(link.replaceAll("&amp;", "&").replace(/[">].*$/, ""))
  await page.getByLabel("New password").fill("short")
  await page.getByRole("button", { name: "Save password" }).click()
  await expect(page.getByText("Use at least 12 characters.")).toBeVisible()
  await page.getByLabel("New password").fill(PEOPLE.editor.password.toUpperCase())
  await page.getByRole("button", { name: "Save password" }).click()
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible()
  site.run(
    ["user", "set-password", "--email", PEOPLE.editor.email, "--password-stdin"],
    PEOPLE.editor.password,
  )
})

test("a session that ends while typing is renewed in place", async ({
  page,
  site,
  signIn,
  expects,
}) => {
  expects(/40[013]/)
  await signIn("editor", "/admin/process-text")
  await page.getByLabel("Main Title").fill("Half a sentence")
  // The same person ends all sessions elsewhere.
  await site.api("/auth/v1/logout?scope=global", { method: "POST", as: "editor" })
  await page.getByRole("button", { name: "Save Changes" }).click()
  const dialog = page.getByRole("dialog", { name: "Your session has ended" })
  await expect(dialog).toBeVisible()
  await accessible(page, "a session that ended")
  await expect(dialog.getByLabel("Password", { exact: true })).toBeFocused()
  await dialog.getByLabel("Password", { exact: true }).fill(PEOPLE.editor.password)
  // A profile that cannot be read takes nothing from the screen.
  expects(/500/)
  await page.route("**/rest/v1/user_profiles*", (route) => route.fulfill({ status: 500 }))
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click()
  await toast(page, "Error", "An unexpected error occurred.")
  await expect(dialog).toBeVisible()
  await expect(page.locator("input[name=title]")).toHaveValue("Half a sentence")
  await page.unroute("**/rest/v1/user_profiles*")
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel("Main Title")).toHaveValue("Half a sentence")
  await page.getByRole("button", { name: "Save Changes" }).click()
  await toast(page, "Success!", "Process text has been updated.")
})

test("three tabs over a refresh stay signed in, and none asks as a visitor", async ({
  context,
  page,
  signIn,
}) => {
  await context.clock.install()
  await signIn()
  const tabs = [page, await context.newPage(), await context.newPage()]
  const refreshes: number[] = []
  const anonymous: string[] = []
  const tokens = new Set<string>()
  const heard = tabs.slice(1).flatMap(listen)
  for (const tab of tabs) {
    tab.on("response", (answer) => {
      if (answer.url().includes("grant_type=refresh_token")) refreshes.push(answer.status())
    })
    tab.on("request", (asked) => {
      if (!/\/(rest|functions|storage)\/v1\//.test(asked.url())) return
      const bearer = asked.headers().authorization ?? ""
      tokens.add(bearer)
      if (!bearer.startsWith("Bearer ey")) anonymous.push(asked.url())
    })
    if (tab !== page) await tab.goto("/admin/careers")
    await expect(tab.locator("main h1")).toBeVisible()
  }
  // As if the token ended then: every tab finds that out on its own.
  const endIn = (seconds: number) =>
    page.evaluate((left) => {
      const kept = JSON.parse(localStorage.getItem("vitrine-admin-auth") ?? "{}")
      kept.expires_at = Math.floor(Date.now() / 1000) + left
      localStorage.setItem("vitrine-admin-auth", JSON.stringify(kept))
    }, seconds)
  const visit = async (path: string) => {
    for (const tab of tabs) {
      await go(tab, path)
      await expect(tab.getByText("Loading...")).toHaveCount(0)
    }
  }

  // The tabs look every 30 seconds: at a token with more than 90 seconds left, and at one with less.
  await endIn(145)
  await context.clock.fastForward(30_000)
  await visit("/admin/team")
  expect(refreshes).toEqual([])
  expect(tokens.size).toBe(1)
  await endIn(119)
  await context.clock.fastForward(30_000)
  await expect.poll(() => refreshes.length).toBeGreaterThan(0)
  await visit("/admin/hero")
  expect(tokens.size).toBeGreaterThan(1)

  await endIn(20)
  await Promise.all(tabs.map((tab) => tab.reload()))
  for (const tab of tabs) {
    await expect(tab.locator("main h1")).toBeVisible()
    await expect(tab).not.toHaveURL(/login/)
  }
  expect(refreshes.filter((status) => status !== 200)).toEqual([])
  expect(anonymous).toEqual([])
  expect(heard).toEqual([])
})

test("signing out in one tab leaves what another tab holds", async ({ context, page, signIn }) => {
  await signIn("admin", "/admin/process-text")
  const other = await context.newPage()
  await other.goto("/admin/hero")
  await expect(other.getByLabel("Title").first()).toBeVisible()
  await other.getByLabel("Title").first().fill("Typed in the other tab")
  await leave(page)
  await expect(other.getByRole("dialog", { name: "Your session has ended" })).toBeVisible()
  await expect(other.locator("input[name=title]")).toHaveValue("Typed in the other tab")
})

// The editor has typed something when the session ends in another tab.
async function endedMeanwhile(page: Page) {
  const title = page.getByLabel("Main Title")
  await title.fill("Typed by the editor")
  const other = await page.context().newPage()
  await other.goto("/admin/hero")
  await leave(other)
  return { title, other }
}

test("whoever is not the one whose session ended can sign out, and takes nothing from them", async ({
  page,
  signIn,
  expects,
}) => {
  expects(/40[013]/)
  await signIn("editor", "/admin/process-text")
  const { title } = await endedMeanwhile(page)
  const ended = page.getByRole("dialog", { name: "Your session has ended" })
  await ended.getByRole("button", { name: "Sign Out" }).click()
  const ask = page.getByRole("alertdialog", { name: "Sign out without saving?" })
  await accessible(page, "signing out of a session that ended")
  await ask.getByRole("button", { name: "Stay here" }).click()
  await expect(ended.getByRole("button", { name: "Sign Out" })).toBeFocused()
  await page.keyboard.press("Enter")
  await ask.getByRole("button", { name: "Sign Out" }).click()
  await toast(page, "Signed out", "You have been successfully signed out.")
  await expect(page).toHaveURL(/\/admin\/login$/)

  const home = page.getByRole("heading", { name: "Dashboard" })
  await enter(page, "admin")
  await expect(home).toBeVisible()
  await go(page, "/admin/process-text")
  await expect(title).not.toHaveValue("Typed by the editor")
  await expect(page.getByText(/were recovered/)).toHaveCount(0)
  await leave(page)
  await enter(page, "editor")
  await expect(home).toBeVisible()
  await go(page, "/admin/process-text")
  await expect(page.getByText(/were recovered/)).toBeVisible()
  await expect(title).toHaveValue("Typed by the editor")
})

test("another person who signs in beside a session that ended finds nothing of it on the screen", async ({
  page,
  signIn,
  expects,
}) => {
  expects(/40[013]/)
  // As wide as the whole menu needs beside a preview.
  await page.setViewportSize({ width: 1720, height: 900 })
  await signIn("editor", "/admin/process-text")
  const { title, other } = await endedMeanwhile(page)
  await expect(page.getByRole("dialog", { name: "Your session has ended" })).toBeVisible()
  await enter(other, "admin")
  await expect(page.getByText("Signed in as admin")).toBeVisible()
  await expect(title).not.toHaveValue("Typed by the editor")
})

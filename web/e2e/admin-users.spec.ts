import { protect, session } from "./admin/authenticator"
import { linkIn, openPostbox } from "./admin/postbox"
import { PEOPLE, type Person, Site } from "./admin/site"
import { apart, enter, expect, listen, test, toast, turnTo } from "./admin/test"
import { accessible } from "./axe"

const LAST = "The last administrator cannot be removed, disabled or given another role."

test("an editor has no users, neither in the sidebar nor at their address", async ({
  page,
  signIn,
}) => {
  await signIn("editor", "/admin/users")
  await expect(page.getByRole("heading", { name: "No permission" })).toBeVisible()
  await expect(page.getByText("Only an administrator can see and change users.")).toBeVisible()
  await expect(page.getByRole("button", { name: "Invite user" })).toHaveCount(0)
  const nav = page.getByRole("navigation", { name: "Admin pages" })
  await expect(nav.getByRole("link", { name: "Subscribers" })).toBeVisible()
  await expect(nav.getByRole("link", { name: "Users" })).toHaveCount(0)
  await page.keyboard.press("Control+k")
  const search = page.getByPlaceholder("Search, go to a screen or run an action")
  await search.fill("subscribers")
  await expect(page.getByRole("option", { name: "Subscribers" }).first()).toBeVisible()
  await search.fill("user")
  await expect(page.getByRole("option", { name: "Subscribers" })).toHaveCount(0)
  await expect(page.getByRole("option", { name: /^(Users|Invite user)$/ })).toHaveCount(0)
  await page.keyboard.press("Escape")
  await accessible(page, "no permission", "whole")
  await page.getByRole("link", { name: "Back to the dashboard" }).click()
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible()
})

test("an administrator sees who has an account and how it stands", async ({
  page,
  site,
  signIn,
}) => {
  await protect(site, "editor")
  await signIn()
  await page.getByRole("link", { name: "Users" }).click()
  await expect(page.getByText("3 accounts for this back-office.")).toBeVisible()
  const row = (email: string) => page.getByRole("row").filter({ hasText: email })
  await expect(row(PEOPLE.admin.email)).toContainText(/You.*Active.*Today/s)
  await expect(row(PEOPLE.editor.email)).toContainText("Second factor on")
  await expect(row(PEOPLE.viewer.email)).toContainText("Never")
  await expect(page.getByLabel(`Role of ${PEOPLE.viewer.email}`)).toHaveValue("viewer")

  await page
    .getByRole("button", { name: `Reset the second factor of ${PEOPLE.editor.email}` })
    .click()
  const ask = page.getByRole("alertdialog", { name: "Reset the second factor?" })
  await expect(ask).toContainText(PEOPLE.editor.email)
  await ask.getByRole("button", { name: "Reset" }).click()
  await toast(page, "Success", "Second factor reset")
  await expect(row(PEOPLE.editor.email)).not.toContainText("Second factor on")
  // The password alone is enough again.
  await session(site, PEOPLE.editor)
})

test("a role is changed, and the person has it at once", async ({ page, site, signIn }) => {
  await signIn("admin", "/admin/users")
  const role = page.getByLabel(`Role of ${PEOPLE.viewer.email}`)
  await role.selectOption("editor")
  await toast(page, "Success", "Role changed")
  const post = await session(site, PEOPLE.viewer)
  expect(await post("/rest/v1/rpc/list_sessions", {})).not.toEqual([])
  // Someone else takes it back: the list hears of it.
  site.run(["user", "set-role", "--email", PEOPLE.viewer.email, "--role", "viewer"])
  const admin = await session(site, PEOPLE.admin)
  const users = await admin("/rest/v1/rpc/list_users", {})
  const { id } = users.find(({ email }: { email: string }) => email === PEOPLE.editor.email)
  await admin("/rest/v1/rpc/set_user_role", { user_id: id, role: "viewer" })
  await expect(page.getByLabel(`Role of ${PEOPLE.editor.email}`)).toHaveValue("viewer")
  await expect(role).toHaveValue("viewer")
  await admin("/rest/v1/rpc/set_user_role", { user_id: id, role: "editor" })
})

test("what happens to an account elsewhere shows at once", async ({ page, site, signIn }) => {
  await signIn("admin", "/admin/users")
  const row = (email: string) => page.getByRole("row").filter({ hasText: email })
  await expect(row(PEOPLE.viewer.email)).toContainText("Active")
  const admin = await session(site, PEOPLE.admin)
  const users = await admin("/rest/v1/rpc/list_users", {})
  const idOf = (person: Person) =>
    users.find(({ email }: { email: string }) => email === PEOPLE[person].email).id
  const disable = (disabled: boolean) =>
    admin("/rest/v1/rpc/set_user_disabled", { user_id: idOf("viewer"), disabled })
  await disable(true)
  await expect(row(PEOPLE.viewer.email)).toContainText("Disabled")
  await disable(false)
  await expect(row(PEOPLE.viewer.email)).toContainText("Active")
  await protect(site, "editor")
  await expect(row(PEOPLE.editor.email)).toContainText("Second factor on")
  await admin("/rest/v1/rpc/reset_user_factors", { user_id: idOf("editor") })
  await expect(row(PEOPLE.editor.email)).not.toContainText("Second factor on")
})

test("the last administrator stays, whatever is tried", async ({ page, signIn, expects }) => {
  expects(/400/)
  await signIn("admin", "/admin/users")
  const { email } = PEOPLE.admin
  const attempts = [
    ["Disable your own account?", "Disable", () => page.getByLabel(`Disable ${email}`).click()],
    ["Remove your own account?", "Remove", () => page.getByLabel(`Remove ${email}`).click()],
    [
      "Change your own role?",
      "Change role",
      () => page.getByLabel(`Role of ${email}`).selectOption("editor"),
    ],
  ] as const
  for (const [question, answer, start] of attempts) {
    await start()
    const ask = page.getByRole("alertdialog", { name: question })
    await ask.getByRole("button", { name: answer }).click()
    await toast(page, "Error", LAST)
    await expect(ask).toBeHidden()
  }
  await expect(page.getByLabel(`Role of ${email}`)).toHaveValue("admin")
  await expect(page.getByRole("row").filter({ hasText: email })).toContainText("Active")
})

test("whoever gives the role of an administrator away loses the screen", async ({
  page,
  site,
  signIn,
  expects,
}) => {
  // The news of the change may ask for the list once more before the screen is gone.
  expects(/403/)
  const second = { email: "second@example.com", password: "correct horse ladder" }
  site.run(
    ["user", "add", "--email", second.email, "--role", "admin", "--password-stdin"],
    second.password,
  )
  await signIn("admin", "/admin/users")
  await page.getByLabel(`Role of ${PEOPLE.admin.email}`).selectOption("editor")
  const ask = page.getByRole("alertdialog", { name: "Change your own role?" })
  await ask.getByRole("button", { name: "Cancel" }).click()
  await expect(page.getByLabel(`Role of ${PEOPLE.admin.email}`)).toHaveValue("admin")
  await page.getByLabel(`Role of ${PEOPLE.admin.email}`).selectOption("editor")
  await expect(ask).toContainText("You will no longer be able to manage users.")
  await ask.getByRole("button", { name: "Change role" }).click()
  await expect(page.getByRole("heading", { name: "No permission" })).toBeVisible()
  await expect(page.getByText("Signed in as editor")).toBeVisible()
  site.run(["user", "set-role", "--email", PEOPLE.admin.email, "--role", "admin"])
  site.run(["user", "remove", "--email", second.email])
})

test("a user is disabled, enabled and removed", async ({ browser, page, site, signIn }) => {
  const guest = { email: "guest@example.com", password: "correct horse saddle" }
  site.run(
    ["user", "add", "--email", guest.email, "--role", "editor", "--password-stdin"],
    guest.password,
  )
  const other = await browser.newPage({ baseURL: site.url })
  await other.goto("/admin/login")
  await other.getByLabel("Email").fill(guest.email)
  await other.getByLabel("Password", { exact: true }).fill(guest.password)
  await other.getByRole("button", { name: "Sign in", exact: true }).click()
  await expect(other.getByRole("heading", { name: "Dashboard" })).toBeVisible()

  await signIn("admin", "/admin/users")
  const row = page.getByRole("row").filter({ hasText: guest.email })
  await page.getByLabel(`Disable ${guest.email}`).click()
  await page.getByRole("alertdialog", { name: "Disable this user?" }).getByText("Cancel").click()
  await expect(row).toContainText("Active")
  await page.getByLabel(`Disable ${guest.email}`).click()
  const disable = page.getByRole("alertdialog", { name: "Disable this user?" })
  await disable.getByRole("button", { name: "Disable" }).click()
  await toast(page, "Success", "User disabled")
  await expect(row).toContainText("Disabled")
  // Their session is over on the spot.
  await other.getByRole("complementary").getByRole("link", { name: "Careers" }).click()
  await expect(other).toHaveURL(/\/admin\/login/)
  await expect(session(site, guest)).rejects.toThrow("invalid_credentials")
  await other.close()

  await page.getByLabel(`Enable ${guest.email}`).click()
  await toast(page, "Success", "User enabled")
  await session(site, guest)

  await page.getByLabel(`Remove ${guest.email}`).click()
  const remove = page.getByRole("alertdialog", { name: "Remove this user?" })
  await expect(remove).toContainText(guest.email)
  await remove.getByRole("button", { name: "Remove" }).click()
  await toast(page, "Success", "User removed")
  await expect(row).toHaveCount(0)
})

test("a user who is gone already is told as such", async ({ page, site, signIn, expects }) => {
  expects(/406/)
  site.run(
    ["user", "add", "--email", "brief@example.com", "--role", "viewer", "--password-stdin"],
    "correct horse saddle",
  )
  await signIn("admin", "/admin/users")
  await page.getByLabel("Remove brief@example.com").click()
  site.run(["user", "remove", "--email", "brief@example.com"])
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click()
  await toast(page, "Error", "There is no such user. Someone else may have removed it.")
  await expect(page.getByText("brief@example.com")).toHaveCount(0)
})

test("a list that cannot be read offers another try", async ({ page, signIn, expects }) => {
  expects(/ERR_FAILED/)
  await signIn()
  await apart(page)
  await page.route("**/rpc/list_users", (route) => route.abort())
  await page.getByRole("link", { name: "Users" }).click()
  await expect(page.getByText("The users could not be loaded.")).toBeVisible()
  await page.unroute("**/rpc/list_users")
  await page.getByRole("button", { name: "Try Again" }).click()
  await expect(page.getByRole("row").filter({ hasText: PEOPLE.viewer.email })).toBeVisible()
})

test("an invitation is checked, mailed, accepted once and sent again", async ({
  browser,
  page,
  expects,
}) => {
  expects(/409/)
  const postbox = await openPostbox()
  const site = await Site.open({ VITRINE_SMTP_URL: postbox.url }, { admin: PEOPLE.admin })
  try {
    await page.goto(`${site.url}/admin/users`)
    await enter(page, "admin")
    await page.getByRole("button", { name: "Invite user" }).click()
    const dialog = page.getByRole("dialog", { name: "Invite user" })
    const send = dialog.getByRole("button", { name: "Send invitation" })
    await send.click()
    await expect(dialog.getByText("Email is required")).toBeVisible()
    await expect(dialog.getByLabel("Email")).toBeFocused()
    await dialog.getByLabel("Email").fill("nobody")
    await send.click()
    await expect(dialog.getByText("Please enter a valid email address.")).toBeVisible()
    await accessible(page, "an invitation with a mistake")
    await dialog.getByLabel("Email").fill(PEOPLE.admin.email)
    await send.click()
    await toast(page, "Error", "There is already a user with this address.")
    await dialog.getByLabel("Role").selectOption("viewer")
    await expect(dialog.getByText("Has no access to the back-office.")).toBeVisible()
    await dialog.getByLabel("Role").selectOption("editor")
    await dialog.getByLabel("Email").fill("new@example.com")
    await send.click()
    await toast(page, "Invitation sent", "The link in it is valid for seven days.")
    await expect(dialog).toBeHidden()
    const row = page.getByRole("row").filter({ hasText: "new@example.com" })
    await expect(row).toContainText("Invited")
    await expect.poll(() => postbox.letters.length).toBe(1)
    const first = linkIn(postbox.letters[0] ?? "")
    await page.getByLabel("Send new@example.com a new invitation").click()
    await toast(page, "Invitation sent")
    await expect.poll(() => postbox.letters.length).toBe(2)
    expect(postbox.letters[1]).toContain("To: <new@example.com>")
    const link = linkIn(postbox.letters[1] ?? "")
    expect(link).toContain("type=invite")

    const guest = await browser.newPage()
    const heard = listen(guest)
    await guest.goto(first)
    await guest.getByLabel("New password").fill("correct horse ladder")
    await guest.getByRole("button", { name: "Save password" }).click()
    await expect(guest.getByText("This link is no longer valid. Ask for a new one.")).toBeVisible()
    await guest.goto(link)
    await expect(guest.getByRole("heading", { name: "Welcome" })).toBeVisible()
    await guest.getByLabel("New password").fill("vitrine-new-2026")
    await guest.getByRole("button", { name: "Save password" }).click()
    await expect(guest.getByText("This password is too easy to guess.")).toBeVisible()
    await guest.getByLabel("New password").fill("correct horse ladder")
    await guest.getByRole("button", { name: "Save password" }).click()
    await expect(guest.getByRole("heading", { name: "Dashboard" })).toBeVisible()
    await expect(guest.getByText("Signed in as editor")).toBeVisible()
    expect(heard.filter((text) => !/40[03]|422/.test(text))).toEqual([])
    await guest.close()

    await page.reload()
    await expect(row).toContainText(/Active.*Today/s)
  } finally {
    postbox.close()
    await page.close()
    await site.close()
  }
})

test("without a mail server an invitation is a link to hand over, shown once", async ({
  browser,
  page,
  site,
  signIn,
}) => {
  await signIn("admin", "/admin/users")
  await page.getByRole("button", { name: "Invite user" }).click()
  const dialog = page.getByRole("dialog", { name: "Invite user" })
  await dialog.getByLabel("Email").fill("hand@example.com")
  await dialog.getByRole("button", { name: "Make invitation link" }).click()
  const shown = page.getByRole("dialog", { name: "Invitation for hand@example.com" })
  await expect(shown.getByLabel("Link")).toHaveValue(/\/admin\/reset\?token_hash=.+&type=invite$/)
  await expect(shown).toContainText("Mail reaches nobody")
  await accessible(page, "an invitation to hand over")
  const first = await shown.getByLabel("Link").inputValue()
  await shown.getByRole("button", { name: "Close" }).last().click()
  await page.getByLabel("Make a new invitation link for hand@example.com").click()
  await expect(shown.getByLabel("Link")).not.toHaveValue(first)
  const link = await shown.getByLabel("Link").inputValue()
  await shown.getByRole("button", { name: "Close" }).last().click()
  await expect(shown).toHaveCount(0)

  const guest = await browser.newPage()
  for (const at of [first, link]) {
    await guest.goto(site.url + new URL(at).pathname + new URL(at).search)
    await guest.getByLabel("New password").fill("correct horse ladder")
    await guest.getByRole("button", { name: "Save password" }).click()
    if (at === first) await expect(guest.getByText("This link is no longer valid.")).toBeVisible()
  }
  await expect(guest.getByText("Signed in as editor")).toBeVisible()
  await guest.close()
  await page.getByLabel("Remove hand@example.com").click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click()
  await toast(page, "Success", "User removed")
})

test("two hundred users fit, on a phone too", async ({ page, site, signIn }) => {
  const admin = await session(site, PEOPLE.admin)
  const invite = (_: unknown, n: number) =>
    admin("/rest/v1/rpc/invite_user", { email: `person${n}@example.com`, role: "viewer" })
  await Promise.all(Array.from({ length: 197 }, invite))
  await signIn("admin", "/admin/users")
  await expect(page.getByText("200 accounts for this back-office.")).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  const last = page.getByLabel("Role of viewer@example.com")
  await turnTo(page, last)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBe(0)
})

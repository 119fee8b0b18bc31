import { openPostbox } from "./admin/postbox"
import { PEOPLE } from "./admin/site"
import { expect, test, toast } from "./admin/test"
import { accessible } from "./axe"

const PATH = "/admin/settings/mail"

test("an editor is told whose matter mail is", async ({ page, signIn }) => {
  await signIn("editor", PATH)
  await expect(page.getByText("Only admins see and change how mail is sent.")).toBeVisible()
  await expect(page.getByLabel("Server", { exact: true })).toHaveCount(0)
  await expect(page.getByText("Ask an admin to set it up.")).toBeVisible()
})

test("an admin sets up mail, after the password once more, and sees it work", async ({
  page,
  signIn,
  site,
  expects,
}) => {
  expects(/400/)
  const postbox = await openPostbox()
  const { port } = new URL(postbox.url)
  try {
    await signIn("admin")
    const banner = page.getByRole("note", { name: "Mail" })
    await banner.getByRole("link", { name: "Set up mail" }).click()
    const save = page.getByRole("button", { name: "Save Changes" })
    const trial = page.getByRole("button", { name: "Send a test to yourself" })
    await expect(trial).toBeDisabled()

    await page.getByLabel("Server", { exact: true }).fill("http://smtp.example.com/")
    await page.getByLabel("From", { exact: true }).fill("letters@studio.example")
    await save.click()
    await expect(
      page.getByText("Enter the name of a server, such as smtp.example.com"),
    ).toBeVisible()
    await expect(page.getByLabel("Server", { exact: true })).toBeFocused()

    await page.getByLabel("Server", { exact: true }).fill("127.0.0.1")
    await page.getByLabel("Port", { exact: true }).fill(port)
    await page.getByLabel("To", { exact: true }).fill("studio@studio.example")
    // As an older session hears it.
    await page.route(
      "**/rest/v1/rpc/save_mail_settings",
      (route) =>
        route.fulfill({
          status: 400,
          json: {
            code: "P0001",
            message: "reauthentication_needed",
            hint: "Once more.",
            details: null,
          },
        }),
      { times: 2 },
    )
    await save.click()
    const dialog = page.getByRole("dialog", { name: "Your password, once more" })
    await dialog.getByRole("button", { name: "Cancel" }).click()
    await expect(save).toBeEnabled()
    await expect(page.getByLabel("Server", { exact: true })).toHaveValue("127.0.0.1")
    await save.click()
    await dialog.getByLabel("Current password", { exact: true }).fill("not my password")
    await dialog.getByRole("button", { name: "Go on" }).click()
    await expect(dialog.getByText("This is not your current password.")).toBeVisible()
    await accessible(page, "password dialog")
    await dialog.getByLabel("Current password", { exact: true }).fill(PEOPLE.admin.password)
    await page.keyboard.press("Enter")
    await toast(page, "Mail settings saved.")
    await expect(page.getByText(`by ${PEOPLE.admin.email}`)).toBeVisible()
    await expect(page.getByRole("note", { name: "Mail" })).toHaveCount(0)

    await trial.click()
    await expect(page.getByText("The server took the test.")).toBeVisible()
    await expect(page.getByText("250 ok")).toBeVisible()
    expect(postbox.letters).toHaveLength(1)
    expect(postbox.letters[0]).toContain(`To: <${PEOPLE.admin.email}>`)
    await expect(page.getByRole("heading", { name: "Will others trust it?" })).toBeVisible()
    await expect(page.getByText(/^Looked up for studio.example/)).toBeVisible()
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await accessible(page, `mail at ${width}`)
    }

    // What visitors write is mailed at once, without a restart.
    await site.api("/rest/v1/contact_form_submissions", {
      method: "POST",
      body: JSON.stringify({
        name: "Ann",
        email: "ann@example.org",
        subject: "Hi",
        message: "Hello",
      }),
    })
    await expect.poll(() => postbox.letters.join("\n")).toContain("To: <studio@studio.example>")
  } finally {
    postbox.close()
  }
})

test("a server that is not there is said to be silent or to refuse", async ({
  page,
  signIn,
  expects: _,
}) => {
  await signIn("admin", PATH)
  await page.getByRole("button", { name: "Send a test to yourself" }).click()
  await expect(
    page.getByText(/The server refused the test\.|No answer from 127\.0\.0\.1\./),
  ).toBeVisible()
})

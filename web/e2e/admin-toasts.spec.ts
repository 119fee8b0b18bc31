import type { Page } from "@playwright/test"
import { expect, go, test } from "./admin/test"

const SIZES = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
]

const EDITORS = ["hero", "process", "about", "about-text", "process-text", "team", "contact"]
const MORE = ["contact-page", "footer"]

const DIALOGS = [
  ["/admin/navigation", "Add Navigation Link", "Add Link"],
  ["/admin/careers", /^Edit Venture Lead/, "Update"],
  ["/admin/portfolio", /^Edit /, "Update Company"],
  ["/admin/users", "Invite user", "Make invitation link"],
] as const

/** What a toast covers of all that can be pressed to save, close or go on. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const modal = [...document.querySelectorAll("[role=dialog], [role=alertdialog]")].at(-1)
    const toasts = [...document.querySelectorAll("[data-toasts] li")]
    const actions = (modal ?? document).querySelectorAll(
      "[type=submit], .save-bar button, .sheet-foot button, [aria-label=Close], .top-bar button",
    )
    return [...actions]
      .filter((one) => !one.closest("[data-toasts]"))
      .filter((one) => {
        const a = one.getBoundingClientRect()
        return toasts.some((toast) => {
          const b = toast.getBoundingClientRect()
          return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
        })
      })
      .map((one) => one.getAttribute("aria-label") ?? one.textContent)
  })

async function check(page: Page, where: string) {
  await expect(page.locator("[data-toasts] li").first(), where).toBeVisible()
  expect(await covered(page), where).toEqual([])
}

async function dismiss(page: Page) {
  const close = page.locator("[data-toasts] li .toast-close")
  while ((await close.count()) > 0) await close.first().click({ force: true })
}

test("no toast covers what saves an editor, after a success and after a failure", async ({
  page,
  signIn,
  expects,
}) => {
  test.setTimeout(240_000)
  expects(/Failed to load resource|ERR_FAILED/)
  await signIn()
  for (const screen of [...EDITORS, ...MORE]) {
    await go(page, `/admin/${screen}`)
    const save = page.getByRole("button", { name: "Save Changes" })
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await save.click()
      await check(page, `${screen} at ${size.width}, saved`)
      await page.route(/\/rest\/v1\/(?!batch)/, (route) =>
        route.request().method() === "GET" ? route.continue() : route.abort(),
      )
      await save.click()
      await expect(page.locator("[data-toasts] .toast-bad").first()).toBeVisible()
      await check(page, `${screen} at ${size.width}, failed`)
      await page.unrouteAll({ behavior: "wait" })
      await dismiss(page)
    }
  }
})

test("no toast covers the foot of a list that saves as you go", async ({ page, signIn }) => {
  await signIn("editor", "/admin/navigation")
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await page.getByRole("switch", { name: "Visible: Careers" }).click()
    await check(page, `the foot at ${size.width}`)
    await dismiss(page)
  }
})

test("no toast covers what saves or closes a dialog", async ({ page, signIn, expects }) => {
  test.setTimeout(240_000)
  expects(/Failed to load resource|ERR_FAILED/)
  await signIn()
  await page.route(/\/(rest|auth|functions)\/v1\/(?!batch)/, (route) =>
    route.request().method() === "GET" || route.request().method() === "HEAD"
      ? route.continue()
      : route.abort(),
  )
  for (const [path, opener, action] of DIALOGS) {
    await go(page, path)
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await page.getByRole("button", { name: opener }).first().click()
      const dialog = page.getByRole("dialog")
      const texts = dialog.getByRole("textbox")
      if (path === "/admin/navigation") {
        await dialog.getByLabel("Link Text").fill("Somewhere")
        await dialog.getByLabel("Link Path").fill("/about")
      }
      if (path === "/admin/users") await texts.first().fill("new@example.com")
      const toasts = page.locator("[data-toasts] li")
      // As many as there can be; each is held, so that it is there for certain.
      for (const one of [1, 2, 3]) {
        await dialog.getByRole("button", { name: action }).click()
        await expect(toasts).toHaveCount(one)
        await check(page, `${one} of ${path} at ${size.width}`)
        await page.evaluate(() => window.dispatchEvent(new Event("blur")))
      }
      // The first Escape is the dialog's, whatever a toast says beside it.
      await page.keyboard.press("Escape")
      const leave = page.getByRole("button", { name: "Discard changes" })
      await expect(leave.or(page.locator("main h1:not([aria-hidden=true] *)"))).toBeVisible()
      if (await leave.isVisible()) {
        await check(page, `the question at ${size.width}`)
        await leave.click()
      }
      await expect(dialog).toHaveCount(0)
      await dismiss(page)
    }
  }
})

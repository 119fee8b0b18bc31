import { expect, test, toast } from "./admin/test"
import { accessible, SIZES } from "./axe"

test("staff find a pencil on the pages, which leads to their editors; visitors do not", async ({
  page,
  site,
  signIn,
  browser,
  expects,
}) => {
  // The back-office takes no part in the transition that public pages ask for.
  expects(/Transition was aborted/)
  await signIn("admin", "/admin/hero")
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await page.goto("/")
    const pencil = page.getByRole("button", { name: "Edit this page" })
    await pencil.click()
    const list = page.getByRole("navigation", { name: "Edit this page" })
    await expect(list.getByRole("link")).toHaveText([
      "Hero",
      "Featured areas",
      "Process",
      "Portfolio",
      "Navigation",
      "Footer",
      "Dashboard",
    ])
    await list.getByRole("link", { name: "Portfolio" }).focus()
    await expect(page.locator(".pencil-at")).toHaveAttribute("data-name", "Portfolio")
    await expect(
      page.getByRole("heading", { name: /portfolio|on the shelf/i }).first(),
    ).toBeVisible()
    await accessible(page, `the pencil at ${size.width}`, "whole")
    await page.keyboard.press("Escape")
    await expect(list).toBeHidden()
    await expect(pencil).toBeFocused()
  }
  await page.goto("/careers/founding-engineer-agentic-checkout")
  await page.getByRole("button", { name: "Edit this page" }).click()
  await page.getByRole("link", { name: "This job", exact: true }).click()
  await expect(page.getByRole("dialog").getByLabel("Title", { exact: true })).toBeFocused()
  const imprint = JSON.stringify({ title: "Legal", slug: "legal", body: "<p>We.</p>" })
  await site.api("/rest/v1/pages", { as: "admin", method: "POST", body: imprint })
  await page.goto("/legal")
  await page.getByRole("button", { name: "Edit this page" }).click()
  await page.getByRole("link", { name: "This page", exact: true }).click()
  await expect(page.getByRole("dialog").getByLabel("Title", { exact: true })).toHaveValue("Legal")
  await expect(page.getByRole("dialog").getByLabel("Title", { exact: true })).toBeFocused()

  const visitor = await browser.newPage({ baseURL: site.url })
  const asked: string[] = []
  visitor.on("request", (request) => asked.push(request.url()))
  await visitor.goto("/")
  await visitor.waitForLoadState("load")
  await expect(visitor.getByRole("button", { name: "Edit this page" })).toHaveCount(0)
  expect(asked.filter((url) => /pencil|\/auth\/|\/rest\//.test(url))).toEqual([])
  await visitor.close()

  await page.goto("/")
  await page.getByRole("button", { name: "Edit this page" }).click()
  await page.getByRole("button", { name: "Hide until I sign in again" }).click()
  await page.reload()
  await expect(page.locator("h1")).toBeVisible()
  await expect(page.getByRole("button", { name: "Edit this page" })).toHaveCount(0)
  // What is still being read when somebody signs out is answered with 401.
  await page.goto("/admin/account", { waitUntil: "networkidle" })
  expect(await page.evaluate(() => localStorage.getItem("vitrine-staff"))).toBe("0")
  await page.getByRole("button", { name: "Sign Out", exact: true }).click()
  await toast(page, "Signed out")
  expect(await page.evaluate(() => localStorage.getItem("vitrine-staff"))).toBeNull()
})

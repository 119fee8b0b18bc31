import { desk, discard, marked, phone, preview, view } from "./admin/preview"
import { expect, test } from "./admin/test"

/** Screens about a part of a page that is further down, and what it shows of that. */
const PARTS = [
  { path: "/admin/process", field: "process//title" },
  { path: "/admin/process-text", field: "process//title" },
  { path: "/admin/portfolio", field: "company/1/name" },
  { path: "/admin/homepage?tab=portfolio", field: "company/1/name" },
  { path: "/admin/team", field: "team//members.0.name" },
  { path: "/admin/footer", field: "footer//company_description" },
]

for (const size of [desk, phone])
  for (const { path, field } of PARTS)
    test(`${path}, ${size.width} wide: the page opens where it is edited`, async ({
      page,
      signIn,
    }) => {
      await page.setViewportSize(size)
      await signIn("admin", path)
      if (size === phone) await view(page, "Preview")
      await expect(marked(page, field)).toBeInViewport()
      await expect(preview(page).locator(":root")).toHaveAttribute("data-scrolled")
    })

test("the homepage's preview goes along with its tabs, and stays where it was scrolled to", async ({
  page,
  signIn,
}) => {
  await page.setViewportSize(desk)
  await signIn("admin", "/admin/homepage")
  await expect(marked(page, "hero//title")).toBeInViewport()
  await page.getByRole("tab", { name: "Process" }).click()
  await expect(marked(page, "process//title")).toBeInViewport()
  await marked(page, "hero//title").scrollIntoViewIfNeeded()
  await page.getByLabel("Section Title").evaluate((one: HTMLElement) => one.blur())
  await page.getByRole("button", { name: "Add Step" }).hover()
  await expect(marked(page, "hero//title")).toBeInViewport()
})

test("links of the navigation are seen on a phone, and in the menu where they do not fit", async ({
  page,
  signIn,
}) => {
  await page.setViewportSize(phone)
  await signIn("admin", "/admin/navigation")
  await view(page, "Preview")
  const menu = preview(page).locator("#menu")
  await expect(menu.getByText("Careers")).toBeInViewport()
  await menu.getByText("Careers").click()
  const dialog = page.getByRole("dialog")
  await expect(dialog.getByLabel("Link Text")).toHaveValue("Careers")
  await page.setViewportSize(desk)
  await expect(preview(page).locator(".hd .nav").getByText("Careers")).toBeVisible()
  await dialog.getByLabel("Link Text").fill("Careers with us, near and far ".repeat(4))
  await expect(preview(page).locator(":root")).toHaveAttribute("data-narrow")
  await discard(page)
  await expect(preview(page).locator(":root")).not.toHaveAttribute("data-narrow")
})

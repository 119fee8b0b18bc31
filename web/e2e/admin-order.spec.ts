import type { Locator, Page } from "@playwright/test"
import { carry, expect, go, test, toast } from "./admin/test"

type Order = {
  path: string
  /** The part of the screen that the list is in. */
  list?: string
  names: [string, string, string, ...string[]]
  saved: string
  stored: string
  /** It is stored with the rest of its screen. */
  isDocument?: true
  /** It has buttons for up and down. */
  hasSteps?: true
}

// Every list that editors put in order; links are stored at once, parts of a document with the document.
const ORDERS: Order[] = [
  {
    path: "/admin/navigation",
    names: ["Home", "About Us", "Careers", "Blog", "Contact"],
    saved: "Navigation links reordered successfully",
    stored: "navigation_links?select=name&order=order",
    hasSteps: true,
  },
  {
    path: "/admin/footer?tab=links",
    list: "Company",
    names: ["About Us", "Careers", "Contact"],
    saved: "Footer links reordered successfully",
    stored: "footer_links?section=eq.Company&select=name&order=order",
    hasSteps: true,
  },
  {
    path: "/admin/process",
    names: ["Identify", "Build", "Launch", "Scale"],
    saved: "Process section has been updated.",
    stored: "process_steps?select=name:title&order=step_order",
    isDocument: true,
  },
  {
    path: "/admin/team",
    names: ["Managing Partner", "Partner, Product", "Partner, Engineering", "Head of Ventures"],
    saved: "Team members have been updated.",
    stored: "team_members?select=name&order=id",
    isDocument: true,
  },
  {
    path: "/admin/careers",
    names: [
      "Founding Engineer, Agentic Checkout",
      "Product Designer, Marketplaces",
      "Machine Learning Engineer, Catalogue",
      "Venture Lead, Quick Commerce",
    ],
    saved: "Job listings reordered successfully",
    stored: "job_listings?select=name:title&order=rank",
  },
  {
    path: "/admin/portfolio",
    names: ["Parchi", "Counterfold", "Lotwise"],
    saved: "Companies reordered successfully",
    stored: "portfolio_companies?select=name&order=display_order",
  },
]

test("every list is put in order by buttons, by dragging and by keyboard", async ({
  page,
  site,
  signIn,
}) => {
  // Tall enough for whole rows: at the edge of the window a list scrolls below the pointer.
  await page.setViewportSize({ width: 1280, height: 2400 })
  await signIn("admin", ORDERS[0]?.path)
  for (const { path, list, names, saved, stored, isDocument, hasSteps } of ORDERS) {
    await test.step(path, async () => {
      if (path !== ORDERS[0]?.path) await go(page, path)
      const part = list ? page.getByRole("region", { name: list }) : page.locator("main")
      const rows = part.getByRole("button", { name: /^Drag / })
      const [first, second, third, ...rest] = names
      const button = (name: string) => part.getByRole("button", { name, exact: true })
      const item = (name: string) => page.getByRole("menuitem", { name })
      const labels = () => rows.evaluateAll((all) => all.map((one) => one.ariaLabel))
      const becomes = async (...order: string[]) => {
        const whole = [...order, ...rest]
        await expect.poll(labels).toEqual(whole.map((name) => `Drag ${name}`))
        if (isDocument) await page.getByRole("button", { name: "Save Changes" }).click()
        await toast(page, "Success", saved)
        const kept: { name: string }[] = await site.api(`/rest/v1/${stored}`)
        expect(kept.map(({ name }) => name)).toEqual(whole)
      }
      if (hasSteps) {
        await expect(button(`Move ${first} up`)).toBeDisabled()
        await expect(button(`Move ${names.at(-1)} down`)).toBeDisabled()
        await button(`Move ${first} down`).click()
        await expect(button(`Move ${first} down`)).toBeFocused()
      } else {
        await button(`Drag ${first}`).click()
        await expect(item("Move up")).toBeDisabled()
        await item("Move down").click()
        await expect(button(`Drag ${first}`)).toBeFocused()
      }
      await said(page, `${first} moved to 2 of ${names.length}.`)
      await becomes(second, first, third)
      await drag(page, button(`Drag ${second}`), button(`Drag ${third}`))
      await becomes(first, third, second)
      await button(`Drag ${second}`).focus()
      await page.keyboard.press("Space")
      await said(page, `${second} is over position 3 of ${names.length}.`)
      await carry(page, second, 2)
      await page.keyboard.press("Space")
      await becomes(first, second, third)
      await button(`Drag ${first}`).focus()
      await page.keyboard.press("Alt+ArrowDown")
      await becomes(second, first, third)
      await button(`Drag ${first}`).press("Enter")
      await item("Move to position…").click()
      await page.getByRole("spinbutton", { name: "Position" }).fill("1")
      await page.keyboard.press("Enter")
      await becomes(first, second, third)
    })
  }
})

/** What is told to those who listen; what comes next counts on it having happened. */
const said = (page: Page, text: string, timeout?: number) =>
  expect(page.getByRole("status").filter({ hasText: text })).toBeAttached({ timeout })

async function drag(page: Page, from: Locator, onto: Locator) {
  const [start, end] = [await from.boundingBox(), await onto.boundingBox()]
  if (!start || !end) throw new Error("no grips")
  const x = start.x + start.width / 2
  await page.mouse.move(x, start.y + 5)
  await page.mouse.down()
  await page.mouse.move(x, start.y + 15)
  // Before the list is measured a move changes nothing.
  await expect(async () => {
    await page.mouse.move(x, end.y)
    await page.mouse.move(x, end.y + 5, { steps: 6 })
    await said(page, " is over position 3 of ", 5_000)
  }).toPass()
  await page.mouse.up()
}

import { apart, expect, go, reveal, test, toast } from "./admin/test"
import { accessible } from "./axe"

test.beforeEach(({ expects }) =>
  expects(/ERR_CONNECTION|ERR_SOCKET|ERR_NETWORK|ERR_EMPTY_RESPONSE|WebSocket|Failed to fetch/),
)

type Screen = { path: string; tab?: string; title?: string; text: string; retry?: string }

const ABOUT = "Failed to load about content. Please refresh the page."
const CONTACT = "Failed to load contact information. Please refresh the page."
const HERO = "Failed to load hero section content. Please refresh the page."
const PROCESS = {
  title: "Access Error",
  text: "Unable to load process content. Please make sure you're logged in with admin privileges.",
  retry: "Retry",
}

// Screens of one round share nothing that is loaded; tabs of one screen may be read while another of them is.
const rounds: Screen[][] = [
  [
    { path: "/admin/hero", text: HERO },
    { path: "/admin/process", ...PROCESS },
    { path: "/admin/about", text: ABOUT },
    { path: "/admin/team", text: "Failed to load team members. Please refresh the page." },
    { path: "/admin/contact", text: CONTACT },
    { path: "/admin/footer", text: "The footer content could not be loaded." },
    { path: "/admin/navigation", text: "The navigation links could not be loaded." },
    { path: "/admin/portfolio", text: "The portfolio companies could not be loaded." },
    { path: "/admin/portfolio", text: "Whether the section is shown could not be loaded." },
    { path: "/admin/careers", title: "Error loading job listings", text: "" },
    {
      path: "/admin/subscribers",
      title: "Access Error",
      text: "Unable to load newsletter subscribers. Please make sure you're logged in with admin privileges.",
    },
    {
      path: "/admin/messages",
      title: "Access Error",
      text: "Unable to load messages. Please make sure you're logged in with admin privileges.",
    },
  ],
  [
    {
      path: "/admin/footer",
      tab: "Footer Links",
      text: "The footer links could not be loaded.",
    },
  ],
  [{ path: "/admin/homepage", tab: "Process", ...PROCESS }],
  [
    {
      path: "/admin/homepage",
      tab: "Portfolio",
      text: "The portfolio companies could not be loaded.",
    },
  ],
  [
    { path: "/admin/homepage", text: HERO },
    { path: "/admin/about-text", text: ABOUT },
    { path: "/admin/contact-page", text: CONTACT },
  ],
  [
    {
      path: "/admin/process-text",
      text: "Failed to load process content. Please ensure you have admin access.",
      retry: "Retry",
    },
  ],
]

test("every screen says what it could not load, and loads it later", async ({
  page,
  signIn,
  expects,
}) => {
  expects(/503/)
  let isDown = true
  // The profile is read before, so the fault is put between the browser and the tables alone.
  await page.route(/rest\/v1\/(?!user_profiles)/, (route) =>
    isDown
      ? route.fulfill({ status: 503, json: { code: "PGRST002", message: "" } })
      : route.continue(),
  )
  await signIn("admin", "/admin/hero")
  let here = "/admin/hero"
  for (const [index, round] of rounds.entries()) {
    isDown = true
    if (index > 0) {
      here = round[0]?.path ?? ""
      await page.goto(here)
    }
    for (const { path, tab, title = "Error", text, retry = "Try Again" } of round) {
      isDown = true
      if (path !== here) await go(page, path)
      here = path
      if (tab) await page.getByRole("tab", { name: tab }).click()
      const alert = page.getByRole("alert").filter({ hasText: text || title })
      await expect(alert).toHaveText(`${title}${text && " - "}${text}${retry}`)
      if (path === "/admin/careers" || path === "/admin/process")
        await accessible(page, `${path} without an answer`)
      isDown = false
      await alert.getByRole("button", { name: retry }).click()
      await expect(alert, path).toBeHidden()
      if (path === "/admin/portfolio" && text.startsWith("Whether"))
        await expect(
          page.getByRole("switch", { name: "Show portfolio companies section" }),
        ).toBeChecked()
    }
  }
})

test("tiles of the dashboard fail one by one", async ({ page, signIn }) => {
  await apart(page)
  await page.route(/rest\/v1\/job_listings/, (route) => route.abort("connectionrefused"))
  await signIn()
  const tile = page.locator(".tile").filter({ hasText: "Job listings" })
  await expect(tile.getByText("Could not load")).toBeVisible()
  await accessible(page, "a tile without an answer")
  await expect(page.locator(".tile").filter({ hasText: "Portfolio" }).first()).toContainText(
    "companies active",
  )
  await page.unrouteAll()
  await tile.getByRole("button", { name: "Retry" }).click()
  await expect(tile).toContainText("open, by location")
})

const saves: [path: string, field: string, text: string][] = [
  ["/admin/about", "focus_areas.0.title", "Failed to update content"],
  ["/admin/team", "members.0.name", "Failed to update team members"],
  ["/admin/contact", "location", "Failed to update contact information"],
  ["/admin/contact-page", "description", "Failed to update contact information"],
  ["/admin/footer", "location", "Failed to update content"],
  ["/admin/process-text", "title", "Failed to update content"],
  ["/admin/hero", "cta_primary_text", "Failed to update content"],
]

test("saves that the server does not get are told, and kept on the screen", async ({
  page,
  site,
  signIn,
}) => {
  await signIn("admin", "/admin/account")
  const field = (name: string) => page.locator(`main [name="${name}"]`)
  // All that the screens need is there before the server is gone.
  for (const [path, name] of saves) {
    await go(page, path)
    await reveal(page, name)
    await expect(field(name)).toBeVisible()
  }
  await site.stop()
  const button = page.getByRole("button", { name: "Save Changes" })
  for (const [path, name, text] of saves) {
    await go(page, path)
    await reveal(page, name)
    await field(name).fill("Later")
    await button.click()
    await toast(page, "Error", text)
    await expect(field(name)).toHaveValue("Later")
  }
  await site.start()
  await button.click()
  await toast(page, "Success", "Hero content has been updated.")
})

test("switches go back when the server does not get them", async ({ page, site, signIn }) => {
  await signIn("admin", "/admin/portfolio")
  const shown = page.getByRole("switch", { name: "Show portfolio companies section" })
  await expect(shown).toBeChecked()
  await expect(page.getByRole("switch", { name: "Active: Parchi" })).toBeChecked()
  await site.stop()
  await shown.click()
  await toast(page, "Error", "Failed to update section visibility")
  await expect(shown).toBeChecked()
  await page.getByRole("switch", { name: "Active: Parchi" }).click()
  await toast(page, "Error", "Failed to update company")
  await expect(page.getByRole("switch", { name: "Active: Parchi" })).toBeChecked()
  await page.getByRole("button", { name: "Delete Parchi" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click()
  await toast(page, "Error", "Failed to delete company")
  await site.start()
})

for (const [path, kind, link] of [
  ["/admin/navigation", "navigation link", "Home"],
  ["/admin/footer?tab=links", "footer link", "About Us"],
] as const)
  test(`a ${kind}: each failure in its own words`, async ({ page, site, signIn, expects }) => {
    // No page is at /new.
    expects(/404/)
    await signIn("admin", path)
    const leave = async () => {
      await page.getByRole("button", { name: "Cancel" }).click()
      await page.getByRole("button", { name: "Discard changes" }).click()
    }
    const add = page.getByRole("button", { name: /^Add (Navigation )?Link$/ })
    // The dialog's code must be there before the server is gone.
    await add.first().click()
    await page.getByLabel("Link Text").fill("New")
    await page.getByLabel("Link Path").fill("/new")
    page.on("dialog", (ask) => ask.accept())
    await site.stop()
    await page.getByRole("dialog").getByRole("button", { name: "Add Link" }).click()
    await toast(page, "Error", `Failed to create ${kind}`)
    await leave()
    await page.getByRole("button", { name: `Edit ${link}` }).click()
    await page.getByLabel("Link Text").fill("House")
    await page.getByRole("button", { name: "Update Link" }).click()
    await toast(page, "Error", `Failed to update ${kind}`)
    await leave()
    await page.getByRole("button", { name: `Move ${link} down` }).click()
    await toast(page, "Error", `Failed to reorder ${kind}s`)
    await page.getByRole("button", { name: `Delete ${link}` }).click()
    await toast(page, "Error", `Failed to delete ${kind}`)
    await site.start()
  })

test("subscribers: a change and a deletion that fail", async ({ page, site, signIn }) => {
  await site.api("/rest/v1/newsletter_subscriptions", {
    method: "POST",
    body: JSON.stringify({ email: "faults@example.com" }),
  })
  await signIn("admin", "/admin/subscribers")
  await page.getByRole("button", { name: "Edit faults@example.com" }).click()
  await page.getByLabel("Email", { exact: true }).fill("other@example.com")
  await site.stop()
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await toast(page, "Update failed", "Could not update the subscriber due to an issue.")
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Cancel" }).click()
  await page.getByRole("button", { name: "Delete faults@example.com" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click()
  await toast(page, "Delete failed", "Could not delete the subscriber due to an issue.")
  await site.start()
})

test("the process and a new company: saves that fail", async ({ page, site, signIn }) => {
  await signIn("admin", "/admin/process")
  await page.getByLabel("Section Title").fill("Later")
  await site.stop()
  await page.keyboard.press("Control+s")
  await toast(page, "Error", "Failed to update content. Please ensure you have admin access.")
  await site.start()
  await page.keyboard.press("Control+s")
  await toast(page, "Success", "Process section has been updated.")
  await page.goto("/admin/portfolio?new=1")
  await page.getByLabel("Company Name").fill("A")
  await page.getByLabel("Description").fill("B")
  await page.getByLabel("Website URL").fill("https://c.example")
  await site.stop()
  await page.getByRole("button", { name: "Add Company" }).click()
  await toast(page, "Error", "Failed to add company")
  await site.start()
})

test("careers: a save and a delete that fail", async ({ page, site, signIn }) => {
  await signIn("admin", "/admin/careers")
  await page.getByRole("button", { name: /^Edit Founding/ }).click()
  await page.getByLabel("Location").fill("Anywhere")
  await site.stop()
  await page.getByRole("button", { name: "Update" }).click()
  await toast(page, "Error", "Failed to save job listing. Please try again.")
  await page.getByRole("button", { name: "Cancel" }).click()
  await page.getByRole("button", { name: "Discard changes" }).click()
  await page.getByRole("button", { name: /^Delete Founding/ }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click()
  await toast(page, "Error", "Failed to delete job listing. Please try again.")
  await site.start()
})

test("an editor that cannot start offers a reload", async ({ page, signIn }) => {
  await page.route("**/rich-editor-*.js", (route) => route.abort("connectionrefused"))
  await signIn("admin", "/admin/about-text")
  await expect(
    page.getByText("Failed to initialize editor. Please reload the page.").first(),
  ).toBeVisible()
  await accessible(page, "an editor that cannot start")
  await page.unrouteAll()
  await page.getByRole("button", { name: "Reload page" }).first().click()
  await expect(page.getByRole("textbox", { name: "Intro text" })).toBeVisible()
})

test("offline is called offline, in a dialog too, until the line is back", async ({
  page,
  signIn,
  expects,
}) => {
  expects(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load|WebSocket/)
  await signIn("admin", "/admin/navigation")
  await page.getByRole("button", { name: "Add Navigation Link" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("Link Text").fill("Somewhere")
  await dialog.getByLabel("Link Path").fill("/about")
  const offline =
    "You are offline. What you type is kept on this device; save it when the connection is back."
  await page.context().setOffline(true)
  await expect(dialog.getByText(offline)).toBeVisible()
  await accessible(page, "a dialog without a line")
  await dialog.getByRole("button", { name: "Add Link" }).click()
  await toast(page, "Error", "Failed to create navigation link. You are offline.")
  await expect(dialog.getByText(offline)).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText(offline)).toHaveCount(0)
  // A server that is gone is no lost line.
  const gone =
    "The server cannot be reached. What you type is kept on this device; save it when this notice is gone."
  await page.route(/\/(rest\/v1\/|healthz)/, (route) => route.abort())
  await dialog.getByRole("button", { name: "Add Link" }).click()
  await toast(page, "Error", "Failed to create navigation link")
  await expect(dialog.getByText(gone)).toBeVisible()
  await page.unrouteAll({ behavior: "wait" })
  await expect(page.getByText(gone)).toHaveCount(0)
  await dialog.getByRole("button", { name: "Add Link" }).click()
  await toast(page, "Success", "Navigation link created successfully")
})

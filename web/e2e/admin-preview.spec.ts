import type { Page } from "@playwright/test"
import { JOB, parseField } from "../src/lib/preview"
import { desk, discard, marked, phone, preview, view } from "./admin/preview"
import { expect, reveal, test } from "./admin/test"
import { accessible } from "./axe"

/** Each editor with a field of it, and the element that shows what is typed there. */
const EDITORS = [
  { path: "/admin/hero", field: "hero//title", label: "Title" },
  { path: "/admin/homepage", field: "hero//cta_primary_text", label: "Primary button" },
  { path: "/admin/process", field: "process//steps.1.title", label: "Title", at: 1 },
  { path: "/admin/process-text", field: "process//subtitle", label: "Subtitle" },
  { path: "/admin/about", field: "about//focus_areas.0.title", label: "Title" },
  { path: "/admin/about-text", field: "about//intro_text", label: "Intro text" },
  { path: "/admin/team", field: "team//members.1.position", label: "Position", at: 1 },
  { path: "/admin/contact", field: "contact//location", label: "Location" },
  { path: "/admin/contact-page", field: "contact//description", label: "Description" },
  { path: "/admin/footer", field: "footer//location", label: "Location" },
]

for (const { path, field, label, at = 0 } of EDITORS)
  test(`${path}: what is typed shows in the page, and what is pressed there leads back`, async ({
    page,
    signIn,
  }) => {
    await page.setViewportSize(desk)
    await signIn("admin", path)
    const input = page.getByLabel(label, { exact: true }).nth(at)
    await reveal(page, parseField(field).path)
    await input.fill("Seen while it is written")
    await expect(marked(page, field)).toContainText("Seen while it is written")
    await expect(preview(page).locator(".pv-focus")).toBeVisible()
    await page.locator("main h1").focus()
    await marked(page, field).click()
    await expect(input).toBeFocused()
    await page
      .getByRole("button", { name: /^Put back/ })
      .first()
      .click()
    await expect(page.getByText("No changes", { exact: true }).first()).toBeVisible()
  })

for (const size of [desk, phone])
  for (const colorScheme of ["light", "dark"] as const)
    test(`${size.width}, ${colorScheme}: the page, its outline and the way back to the field`, async ({
      page,
      signIn,
    }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize(size)
      await signIn("admin", "/admin/hero")
      const title = page.getByLabel("Title", { exact: true }).first()
      await title.fill("Shelves. We fill them.")
      if (size === phone) await view(page, "Preview")
      await expect(preview(page).locator(":root")).toHaveAttribute("data-theme", colorScheme)
      await expect(marked(page, "hero//title")).toContainText("Shelves.")
      await expect(preview(page).locator(".pv-focus")).toHaveAttribute("data-name", "Title")
      await expect(page.getByRole("button", { name: "Save Changes" })).toBeInViewport()
      await accessible(page, `the hero at ${size.width}`, "in use")
      await page.emulateMedia({ colorScheme })
      await marked(page, "hero//featured_areas.1.title").click()
      await expect(page.getByLabel("Title", { exact: true }).nth(2)).toBeFocused()
      await expect(title).toBeVisible()
    })

test("a company, a link, a job and a page are shown while they are written", async ({
  page,
  signIn,
}) => {
  await page.setViewportSize(desk)
  await signIn("admin", "/admin/portfolio")
  await preview(page).getByText("Counterfold").first().click()
  const dialog = page.getByRole("dialog")
  const name = dialog.getByLabel("Company Name")
  await expect(name).toBeFocused()
  await name.fill("Overfold")
  await expect(preview(page).getByRole("heading", { name: "Overfold" })).toBeVisible()
  await discard(page)
  await expect(preview(page).getByRole("heading", { name: "Counterfold" })).toBeVisible()

  await page.goto("/admin/navigation")
  await preview(page).locator(".hd").getByText("Careers").click()
  await expect(page.getByLabel("Link Text")).toBeFocused()
  await page.getByLabel("Link Text").fill("Work here")
  await expect(preview(page).locator(".hd").getByText("Work here")).toBeVisible()

  await discard(page)

  await page.goto("/admin/careers")
  await page.getByRole("button", { name: "Add Job Listing" }).click()
  const job = dialog.frameLocator('iframe[title^="Preview of"]')
  await expect(job.getByRole("heading", { level: 1 })).toHaveText("Untitled role")
  await expect(job.getByText("Qualifications appear here.")).toBeVisible()
  await dialog.getByLabel("Title", { exact: true }).fill("Lamplighter")
  await expect(job.getByRole("heading", { level: 1 })).toHaveText("Lamplighter")
  await job.getByText("Location not set").first().click()
  await expect(dialog.getByLabel("Location")).toBeFocused()

  await discard(page)

  await page.goto("/admin/pages?new=1")
  const own = dialog.frameLocator('iframe[title^="Preview of"]')
  await dialog.getByLabel("Title", { exact: true }).fill("Imprint")
  await expect(own.getByRole("heading", { level: 1 })).toHaveText("Imprint")
  await own.getByText("The text appears here.").click()
  await expect(dialog.getByRole("textbox", { name: "Text" })).toBeFocused()
})

test("what is edited elsewhere leads there, into its field", async ({ page, signIn }) => {
  await page.setViewportSize(desk)
  await signIn("admin", "/admin/hero")
  await marked(page, "process//steps.2.title").click()
  await page.getByRole("link", { name: "Edit it there" }).click()
  await expect(page).toHaveURL(/\/admin\/process$/)
  await expect(page.getByLabel("Title", { exact: true }).nth(2)).toBeFocused()
  await preview(page).locator(".ft").getByText("Careers").click()
  await page.getByRole("link", { name: "Edit it there" }).click()
  await expect(page.getByRole("dialog").getByLabel("Link Text")).toHaveValue("Careers")
  await expect(page.getByRole("dialog").getByLabel("Link Text")).toBeFocused()
})

/** A press in the preview of a screen, and the field of another one that it offers to go to. */
const WAYS = [
  { from: "/admin/hero", press: ".brand > span", field: "site//name", label: "Studio name" },
  { from: "/admin/hero", press: ".window svg", field: "site//art" },
  { from: "/admin/contact", press: ".ft h3", field: "footer_link/#0/section", label: "Section" },
  {
    from: "/admin/about",
    press: ".tm-pane",
    field: "team//members.0.image_url",
    label: "Photo URL",
  },
  { from: "/admin/hero", press: ".co-pane", field: "company/", label: "Logo URL" },
  { from: "/admin/team", press: ".ft-bot span", field: "words//copyright" },
  { from: "/admin/process", press: ".hero .lead", field: "hero//subtitle", label: "Subtitle" },
]

for (const { from, press, field, label } of WAYS)
  test(`from ${from}, ${field} is reached by a press`, async ({ page, signIn }) => {
    await page.setViewportSize(desk)
    await signIn("admin", from)
    const shown = preview(page).locator(`main ${press}, ${press}`).first()
    await shown.scrollIntoViewIfNeeded()
    await shown.click()
    await page.getByRole("link", { name: "Edit it there" }).click()
    const place = page.locator("[data-path]:focus-within").last()
    await expect(place).toBeInViewport()
    if (label) await expect(page.getByLabel(label, { exact: true }).first()).toBeFocused()
    else expect(field).toContain(await place.getAttribute("data-path"))
  })

test("the large preview of Identity outlines the field in focus, and leads to it", async ({
  page,
  signIn,
}) => {
  await page.setViewportSize(desk)
  await signIn("admin", "/admin/settings/identity")
  const home = page.frameLocator('iframe[title="Home"]')
  await home.locator(".hd .brand > span").click()
  await expect(page.getByLabel("Studio name")).toBeFocused()
  await expect(home.locator(".pv-focus")).toHaveAttribute("data-name", "Studio name")
  await expect(home.locator(".pv-focus")).toBeVisible()
  await page.getByLabel("Studio name").fill("Barlavento")
  await expect(home.locator(".hd .brand > span")).toHaveText("Barlavento")
  await home.locator("h1").click()
  await expect(page.getByRole("link", { name: "Edit it there" })).toBeInViewport()
})

test("links and forms do nothing, the frame is out of the tab order, and a failure says so", async ({
  page,
  signIn,
  expects,
}) => {
  expects(/Failed to load resource/)
  await page.setViewportSize(desk)
  await signIn("admin", "/admin/contact")
  await preview(page).locator(".hd a").first().click()
  await preview(page).getByRole("button", { name: "Subscribe" }).click()
  await expect(preview(page).getByRole("heading", { level: 1 })).toContainText("Tell us")
  const frame = page.locator('iframe[title="Preview of Contact"]')
  await expect(frame).toHaveAttribute("tabindex", "-1")
  expect(
    await frame.evaluate((one: HTMLIFrameElement) =>
      [...(one.contentDocument?.querySelectorAll("a, button, input") ?? [])].every(
        (each) => (each as HTMLElement).tabIndex === -1,
      ),
    ),
  ).toBe(true)
  await page.route("**/contact", (route) =>
    route.request().resourceType() === "fetch" ? route.abort() : route.continue(),
  )
  await page.reload()
  await expect(page.getByText("The preview could not load. The form still works.")).toBeVisible()
  await page.getByLabel("Location").fill("Lisbon")
  await page.unroute("**/contact")
  await page.getByRole("button", { name: "Retry" }).click()
  await expect(marked(page, "contact//location")).toHaveText("Lisbon")
})

test("a sentence of job pages is shown on one while it is written", async ({ page, signIn }) => {
  await page.setViewportSize(desk)
  await signIn("admin", "/admin/settings/words")
  const field = page.locator("[name=jobs_responsibilities]")
  await field.fill("What you will do")
  await expect(page.getByLabel("Page of the preview")).toHaveValue(JOB)
  await expect(preview(page).getByRole("heading", { name: "What you will do" })).toBeVisible()
  await marked(page, "words//jobs_qualifications").click()
  await expect(page.locator("[name=jobs_qualifications]")).toBeFocused()
})

test("every piece of text leads to a field, and public pages know nothing of it", async ({
  page,
  site,
  signIn,
}) => {
  const body = JSON.stringify({ title: "Imprint", body: "<h2>Who</h2><p>We.</p>" })
  await site.api("/rest/v1/pages", {
    as: "admin",
    method: "POST",
    body: JSON.stringify({ ...JSON.parse(body), slug: "imprint" }),
  })
  await page.setViewportSize(desk)
  await signIn("admin", "/admin/settings/words")
  const pages = page.getByLabel("Page of the preview")
  const names = await pages.locator("option").allTextContents()
  expect(names.length).toBeGreaterThan(12)
  for (const name of names) {
    const before = await preview(page).locator("main").innerText()
    await pages.selectOption({ label: name })
    if (name !== names[0])
      await expect(preview(page).locator("main")).not.toHaveText(before, { useInnerText: true })
    await expect(preview(page).locator("main [data-field]").first()).toBeVisible()
    expect(await lost(page), name).toEqual([])
  }
  for (const [path, edit] of [
    ["/admin/careers", /^Edit Founding Engineer/],
    ["/admin/pages", "Edit Imprint"],
  ] as const) {
    await page.goto(path)
    await page.getByRole("button", { name: edit }).first().click()
    const frame = page.getByRole("dialog").frameLocator("iframe")
    await expect(frame.locator("h1[data-field]")).toBeVisible()
    expect(await lost(page), path).toEqual([])
  }
  await expect(
    page.getByRole("dialog").frameLocator("iframe").getByText("Who", { exact: true }),
  ).toBeVisible()
  for (const path of ["/", "/about", "/careers", "/contact", "/imprint", "/nothing"]) {
    const html = await (await fetch(site.url + path)).text()
    expect(html, path).not.toMatch(/data-field|[\uFDD0-\uFDEF]/)
  }
})

/** Texts of the page in the frame that is in use which lead nowhere, or still have their marks. */
const lost = (page: Page) =>
  page
    .locator("[role=dialog] iframe, main:not(:has(~ [role=dialog])) iframe")
    .last()
    .evaluate((one: HTMLIFrameElement) => {
      const root = one.contentDocument?.getElementById("root") as HTMLElement
      const walker = one.contentDocument?.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const found: string[] = []
      // Whether a press on the text is a press on what leads to its field; what is read out alone has no place.
      const isHit = (text: Node, field: Element) => {
        const range = text.ownerDocument?.createRange() as Range
        range.selectNodeContents(text)
        const isSeen = (rect?: DOMRect) => rect && rect.width > 2 && rect.height > 2
        text.parentElement?.scrollIntoView({ block: "center", behavior: "instant" })
        const rect = [...range.getClientRects()].find(isSeen)
        if (!rect || text.parentElement?.closest(".sr, .skip, dialog, svg, textarea, option"))
          return true
        const [x, y] = [rect.left + rect.width / 2, rect.top + rect.height / 2]
        const hit = one.contentDocument?.elementFromPoint(x, y)?.closest("[data-field]")
        return hit?.getAttribute("data-field") === field.getAttribute("data-field")
      }
      while (walker?.nextNode()) {
        const text = walker.currentNode.nodeValue?.trim() ?? ""
        const field = walker.currentNode.parentElement?.closest("[data-field]")
        const isKnown = /^\w+\/[^/]*\/[\w.]+$/.test(field?.getAttribute("data-field") ?? "")
        if (text && (!isKnown || /[\uFDD0-\uFDEF]/.test(text))) found.push(text)
        if (text && field && !isHit(walker.currentNode, field)) found.push(`covered: ${text}`)
      }
      return found
    })

test("typing reaches the page soon, on a slow machine too", async ({ page, signIn }) => {
  await page.setViewportSize(desk)
  await signIn("admin", "/admin/hero")
  const title = page.getByLabel("Title", { exact: true }).first()
  await expect(marked(page, "hero//title")).toBeVisible()
  await title.fill("")
  const session = await page.context().newCDPSession(page)
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 })
  // From the event that the key makes to the picture that shows it.
  await page.evaluate(() => {
    const frame = document.querySelector<HTMLIFrameElement>('iframe[title^="Preview of"]')
    const shown = frame?.contentDocument as Document
    const took: number[] = []
    Object.assign(window, { took })
    let typed = 0
    document.addEventListener("input", () => (typed = performance.now()), { capture: true })
    new MutationObserver(() => {
      if (!typed) return
      const from = typed
      typed = 0
      requestAnimationFrame(() => took.push(performance.now() - from))
    }).observe(shown.body, { subtree: true, childList: true, characterData: true })
  })
  const text = "Software is going shopping and we build all of the stores"
  await title.pressSequentially(text, { delay: 120 })
  await expect(marked(page, "hero//title")).toContainText("stores")
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 })
  const took = (await page.evaluate(() => (window as unknown as { took: number[] }).took)).sort(
    (a, b) => a - b,
  )
  const at = (part: number) => Math.round(took[Math.floor(took.length * part)] ?? 0)
  console.log(`typing to preview at 4x: median ${at(0.5)} ms, p95 ${at(0.95)} ms of ${took.length}`)
  expect(took.length).toBeGreaterThan(0)
})

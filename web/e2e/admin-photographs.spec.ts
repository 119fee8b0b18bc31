import type { Page } from "@playwright/test"
import { file } from "./admin/picture"
import type { Site } from "./admin/site"
import { expect, test, toast } from "./admin/test"
import { everywhere, SIZES, violations } from "./axe"

test.describe.configure({ mode: "serial" })

const NAMES = ["quay", "crane", "rope", "net", "gull", "tide"]
const home = (page: Page) => page.frameLocator('iframe[title="Home"]')
const open = (page: Page, section: RegExp) =>
  page.getByRole("button", { name: section }).first().click()
const row = (page: Page, name: string) =>
  page.getByRole("textbox", { name: `Description of picture ${name}`, exact: true })
/** On a busy machine visitors see the last good page a little longer. */
const shows = (site: Site, part: string) =>
  expect.poll(async () => (await fetch(site.url)).text()).toContain(part)
const save = async (page: Page) => {
  await page.getByRole("button", { name: "Save Changes" }).first().click()
  await toast(page, "Identity has been updated.")
}

test("own pictures are chosen, described, put in order and saved", async ({
  page,
  site,
  signIn,
}) => {
  await signIn("editor", "/admin/settings/identity")
  await open(page, /^Artwork/)
  await page.getByRole("button", { name: /^Terrain/ }).click()
  await expect(home(page).locator(".pane-art svg path").first()).toBeAttached()
  await page.getByRole("button", { name: /^Photographs/ }).click()
  await expect(page.getByText("0 of 6 pictures.")).toBeVisible()
  await expect(page.getByLabel("Drawings where no picture fits")).toHaveValue("terrain")

  await page.getByRole("button", { name: "Choose from Media" }).last().click()
  const dialog = page.getByRole("dialog", { name: "Choose photographs" })
  await dialog
    .getByLabel("Upload images")
    .setInputFiles([
      ...NAMES.map((name) => file(`${name}.png`, 1400, 900)),
      file("low.png", 720, 480),
    ])
  await dialog.getByRole("button", { name: "Use 7 pictures" }).click()
  await expect(page.getByText("720 × 480, needs 840 × 560.")).toBeVisible()
  await expect(page.getByText("No description yet.")).toHaveCount(6)

  // Whatever came first, each is described as what it is.
  for (let place = 1; place <= 7; place++) await row(page, `${place}`).fill(`Our picture ${place}`)
  const small = page.locator(".photo-row", { hasText: "720 × 480" })
  await small.getByRole("button", { name: /^Remove picture/ }).click()
  await expect(page.getByText("fills a pane.")).toHaveCount(6)
  await expect(page.getByText("of 6 pictures.")).toBeHidden()
  await expect(home(page).locator(".ph-first")).toBeAttached()

  const first = await row(page, "1").inputValue()
  await page.getByRole("button", { name: "Drag picture 1" }).click()
  await page.getByRole("menuitem", { name: "Move down" }).click()
  await expect(row(page, "2")).toHaveValue(first)
  await save(page)
  const [{ theme }] = await site.api("/rest/v1/site_settings?select=theme")
  expect(theme).toMatchObject({ art: "photographs", fallback: "terrain" })
  expect(theme.photos).toHaveLength(6)
  expect(theme.photos[1].alt).toBe(first)
  expect(theme.photos[0]).toMatchObject({ x: null, y: null })
})

test("the row of photographs works on a phone and in the dark", async ({ page, signIn }) => {
  await signIn("editor", "/admin/settings/identity")
  await open(page, /^Artwork/)
  await row(page, "1").scrollIntoViewIfNeeded()
  await everywhere(page, "the row of photographs")
})

test("visitors see the photographs at their sizes, and are told what they show", async ({
  page: visitor,
  site,
  expects,
}) => {
  expects(/net::ERR_FAILED/)
  const [{ theme }] = await site.api("/rest/v1/site_settings?select=theme")
  await shows(site, 'class="ph-first"')
  for (const size of SIZES) {
    await visitor.setViewportSize(size)
    await visitor.goto("/")
    const pane = visitor.getByRole("img", { name: theme.photos[0].alt })
    await expect(pane).toBeVisible()
    await expect(visitor.getByRole("img", { name: theme.photos[1].alt })).toBeVisible()
    // It is really there, in the size that the screen needs.
    const shown = visitor.locator("img.ph-first")
    await expect
      .poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(0)
    const source = await shown.evaluate((img: HTMLImageElement) => img.currentSrc)
    expect(source).toContain(`width=${size.width < 768 ? 480 : 800}&`)
    for (const colorScheme of ["light", "dark"] as const) {
      await visitor.emulateMedia({ colorScheme })
      expect(await violations(visitor), `${size.width}, ${colorScheme}`).toEqual([])
    }
    const wide = await visitor.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(wide).toBeLessThanOrEqual(0)
  }
  await visitor.emulateMedia({ forcedColors: "active" })
  await expect(visitor.locator("img.ph-first")).toBeVisible()

  // A line that brings no file leaves a quiet box, not a glaring one.
  await visitor.emulateMedia({ forcedColors: "none", colorScheme: "dark" })
  await visitor.route(/\/storage\/v1\//, (route) => route.abort())
  await visitor.goto("/")
  const field = await visitor.evaluate(() => {
    const probe = document.body.appendChild(document.createElement("i"))
    probe.style.background = "var(--field)"
    return getComputedStyle(probe).backgroundColor
  })
  await expect(visitor.locator("img.ph-first")).toHaveCSS("background-color", field)
})

test("Draw again turns the row by one", async ({ page, site, signIn }) => {
  await signIn("editor", "/admin/settings/identity")
  await open(page, /^Artwork/)
  const first = home(page).locator("img.ph-first")
  await expect(first).toBeAttached()
  const before = await first.getAttribute("src")
  await page.getByRole("button", { name: "Draw again" }).click()
  await expect.poll(() => first.getAttribute("src")).not.toBe(before)
  await save(page)
  const [{ theme }] = await site.api("/rest/v1/site_settings?select=theme")
  const { pathname } = new URL(theme.photos[1].url, site.url)
  await shows(site, `"seed":${theme.seed}`)
  const visitor = await page.context().newPage()
  await visitor.goto("/")
  const shown = await visitor.locator("img.ph-first").getAttribute("src")
  expect(shown).toContain(pathname.replace("/object/", "/render/image/"))
})

test("without a description nothing is saved, and the field says why", async ({ page, signIn }) => {
  await signIn("editor", "/admin/settings/identity")
  await open(page, /^Artwork/)
  const text = await row(page, "3").inputValue()
  await row(page, "3").fill("")
  await expect(page.getByText("No description yet.")).toBeVisible()
  await expect(page.getByText("5 of 6 pictures.")).toBeVisible()
  await expect(home(page).locator("img.ph-first")).toHaveCount(0)
  await expect(page.getByRole("button", { name: "Save Changes" }).first()).toBeDisabled()
  await open(page, /^Colour/)
  await page.getByRole("button", { name: "Photograph 3 has no description" }).first().click()
  await expect(row(page, "3")).toBeFocused()
  await row(page, "3").fill(text)
  await expect(home(page).locator("img.ph-first")).toBeAttached()
})

test("deleting a picture that is shown warns, and then the drawings stay", async ({
  page,
  site,
  signIn,
}) => {
  const { access_token } = await site.session("editor")
  const call = (path: string, body: object, method = "POST") =>
    fetch(`${site.url}/rest/v1/${path}`, {
      method,
      headers: {
        apikey: "sb_publishable_vitrine",
        authorization: `Bearer ${access_token}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
    })
  const [{ theme }] = await site.api("/rest/v1/site_settings?select=theme")
  // What is no picture of Media is refused, whoever asks.
  for (const url of [
    "https://elsewhere.example/a.png",
    "/storage/v1/object/public/portfolio-logos/a.png",
    '/storage/v1/object/public/media/a.png" onload="alert(1)',
    "/storage/v1/object/public/media/../../admin",
  ]) {
    const answer = await call(
      "site_settings?id=eq.1",
      { theme: { ...theme, photos: [{ url, alt: "x" }] } },
      "PATCH",
    )
    expect(answer.status, url).toBe(400)
  }

  const file = theme.photos[0].url.split("_").at(-1)
  await signIn("editor", "/admin/media")
  await page
    .getByRole("list", { name: "Pictures" })
    .getByRole("button", { name: new RegExp(file) })
    .click()
  await page.getByRole("button", { name: new RegExp(`^Delete .*${file}$`) }).click()
  const question = page.getByRole("dialog", { name: "This picture is used in 1 place" })
  await expect(question.getByText("Identity (Theme)")).toBeVisible()
  await question.getByRole("button", { name: "Delete anyway" }).click()
  await toast(page, "Deleted", "The picture waits in Trash.")

  const visitor = await page.context().newPage()
  await expect(async () => {
    await visitor.goto("/")
    await expect(visitor.locator(".pane-art img")).toHaveCount(0, { timeout: 1 })
    await expect(visitor.locator(".pane-art svg path").first()).toBeAttached({ timeout: 1 })
  }).toPass()
  await page.goto("/admin/settings/identity")
  await open(page, /^Artwork/)
  await expect(page.getByText("It is not in Media any more.")).toBeVisible()
  await expect(page.getByText("5 of 6 pictures.")).toBeVisible()
})

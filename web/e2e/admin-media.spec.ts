import { file, picture } from "./admin/picture"
import { expect, go, hold, reveal, test, toast } from "./admin/test"
import { accessible } from "./axe"

test.describe.configure({ mode: "serial" })

test("pictures are uploaded, found, described and framed", async ({ page, site, signIn }) => {
  await signIn("editor", "/admin/media")
  await expect(page.getByRole("heading", { name: "Media", level: 1 })).toBeVisible()
  const input = page.getByLabel("Upload pictures")
  await input.setInputFiles([
    file("ada.png"),
    file("shelf.png", 900, 300),
    { name: "prices.pdf", mimeType: "application/pdf", buffer: Buffer.from("x") },
  ])
  const grid = page.getByRole("list", { name: "Pictures" })
  await expect(grid.getByRole("button", { name: /ada\.png/ })).toBeVisible()
  await expect(grid.getByRole("button", { name: /shelf\.png/ })).toContainText("900 × 300")
  const sent = page.getByRole("list", { name: "On their way" })
  await expect(sent.getByText("Only image files are allowed.")).toBeVisible()
  await accessible(page, "the library")
  await sent.getByRole("button", { name: "Dismiss prices.pdf" }).click()
  await expect(page.getByText("prices.pdf")).toBeHidden()

  await page.getByRole("button", { name: "Portraits" }).click()
  await expect(grid.getByRole("listitem")).toHaveCount(1)
  await page.getByRole("button", { name: "All" }).click()
  await page.getByRole("searchbox", { name: "Search by name or alt text" }).fill("SHELF")
  await expect(grid.getByRole("listitem")).toHaveCount(1)
  await page.getByRole("button", { name: "Clear search" }).click()
  await page.getByLabel("Order").selectOption("name")
  await expect(grid.getByRole("listitem").first()).toContainText("ada.png")

  await grid.getByRole("button", { name: /shelf\.png/ }).click()
  const drawer = page.getByRole("dialog", { name: "shelf.png" })
  await expect(drawer.getByText("Not used anywhere")).toBeVisible()
  await drawer.getByLabel("Alt text").fill("A shelf with vessels")
  const across = drawer.getByRole("slider", { name: "Focus across" })
  await across.focus()
  await page.keyboard.press("Shift+ArrowRight")
  await page.keyboard.press("ArrowRight")
  await page.keyboard.press("ArrowUp")
  await expect(across).toHaveAttribute("aria-valuetext", "Focus, 61% across, 49% down")
  await accessible(page, "a picture of the library")
  // What each place shows goes along, and is not asked of a server that knows the old focus.
  const cuts = drawer.locator(".cut img")
  const lefts = () => cuts.evaluateAll((all) => all.map((one) => (one as HTMLElement).style.left))
  const [portrait] = await lefts()
  const asked: string[] = []
  page.on("request", (request) => asked.push(request.url()))
  await across.focus()
  await page.keyboard.press("Shift+ArrowLeft")
  await expect.poll(async () => (await lefts())[0]).not.toBe(portrait)
  await page.keyboard.press("Shift+ArrowRight")
  await expect.poll(async () => (await lefts())[0]).toBe(portrait)
  expect(asked.filter((url) => url.includes("/render/"))).toEqual([])
  // What is typed is asked about before the drawer goes.
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Keep editing" }).click()
  await expect(drawer.getByLabel("Alt text")).toHaveValue("A shelf with vessels")
  await drawer.getByRole("button", { name: "Save", exact: true }).click()
  await toast(page, "Success", "The picture has been updated.")
  const pane = drawer.locator(".focal-pane")
  const box = await pane.boundingBox()
  if (!box) throw new Error("no picture")
  // Within the pane, wherever that is by then: the drawer may scroll when its button is off.
  await pane.click({ position: { x: box.width / 4, y: box.height / 2 } })
  await drawer.getByRole("button", { name: "Save", exact: true }).click()
  await expect
    .poll(
      async () =>
        (await site.api("/rest/v1/media?file_name=eq.shelf.png", { as: "editor" }))[0].focal_x,
    )
    .toBeCloseTo(0.25, 1)

  await drawer.getByRole("button", { name: "Crop" }).click()
  const dialog = page.getByRole("dialog", { name: "Crop shelf.png" })
  await dialog.getByRole("button", { name: "Sharing" }).click()
  const frame = dialog.getByRole("slider", { name: "Sharing frame" })
  await frame.focus()
  for (const key of ["Shift+-", "Shift+-", "Shift+ArrowRight"]) await page.keyboard.press(key)
  await accessible(page, "the crop of a picture")
  await dialog.getByRole("button", { name: "Use this crop" }).click()
  await expect
    .poll(
      async () =>
        (await site.api("/rest/v1/media?file_name=eq.shelf.png", { as: "editor" }))[0].crops,
    )
    .toMatchObject({ portrait: { width: 0 }, sharing: { height: expect.closeTo(0.8, 2) } })
})

test("a portrait is chosen from the library, replaced everywhere and deleted with a warning", async ({
  page,
  site,
  signIn,
}) => {
  await signIn("editor", "/admin/team")
  await reveal(page, "members.0.image_url")
  await page
    .getByRole("button", { name: /^Choose from Media/ })
    .first()
    .click()
  const picker = page.getByRole("dialog", { name: "Choose a portrait" })
  await picker.getByLabel("Upload image").setInputFiles(file("boss.png"))
  await expect(picker.getByRole("button", { name: /boss\.png/ })).toHaveAttribute(
    "aria-pressed",
    "true",
  )
  await accessible(page, "the picker")
  await picker.getByRole("button", { name: "Use picture" }).click()
  const address = /^\/storage\/v1\/object\/public\/media\/\d+_boss\.png$/
  await expect(page.getByLabel("Photo URL").first()).toHaveValue(address)
  await page.getByRole("button", { name: "Save Changes" }).click()
  await toast(page, "Success", "Team members have been updated.")

  await page.goto(`${site.url}/admin/media`)
  await page.getByRole("button", { name: /boss\.png/ }).click()
  const drawer = page.getByRole("dialog", { name: "boss.png" })
  await expect(drawer.getByText("Used in 1 place")).toBeVisible()
  await drawer.getByRole("button", { name: "Delete boss.png" }).click()
  const question = page.getByRole("dialog", { name: "This picture is used in 1 place" })
  await expect(question.getByText(/^Team, .* \(Photo URL\)$/)).toBeVisible()
  await accessible(page, "the question before a picture in use goes")
  await question.getByRole("button", { name: "Cancel" }).click()
  const answer = await hold(page, /\/object\/media\//)
  await drawer.getByLabel("Replace with").setInputFiles(file("chief.png"))
  await expect(drawer.getByRole("progressbar", { name: "Upload of chief.png" })).toBeVisible()
  await accessible(page, "a picture that is being replaced")
  answer()
  await toast(page, "Replaced", "The new picture is shown everywhere. The old one waits in Trash.")
  const now = page.getByRole("dialog", { name: "chief.png" })
  await expect(now.getByText("Used in 1 place")).toBeVisible()
  const [first] = await site.api("/rest/v1/team_members?order=id&limit=1")
  expect(first.image_url).toMatch(/_chief\.png$/)

  await now.getByRole("button", { name: "Delete chief.png" }).click()
  await page.getByRole("button", { name: "Delete anyway" }).click()
  const shown = page.getByRole("button", { name: /chief\.png/ })
  await expect(shown).toBeHidden()
  await page.locator("[data-toasts]").getByRole("button", { name: "Undo" }).click()
  await toast(page, "Undone.")
  await shown.click()
  await now.getByRole("button", { name: "Delete chief.png" }).click()
  await page.getByRole("button", { name: "Delete anyway" }).click()
  await toast(page, "Deleted", "The picture waits in Trash.")
  await expect(shown).toBeHidden()
  await page.goto(`${site.url}/admin/trash`)
  const row = page.getByRole("listitem").filter({ hasText: "chief.png" })
  await expect(row).toContainText("Picture, 600 × 800")
  await row.getByRole("button", { name: /Put back/ }).click()
  await toast(page, "Put back", "chief.png is in Media again.")
  expect((await fetch(site.url + first.image_url)).status).toBe(200)
})

test("a page of the studio shows a picture of the library, and keeps it", async ({
  page,
  site,
  signIn,
}) => {
  await signIn("editor", "/admin/pages")
  await page.getByRole("button", { name: "Add page" }).first().click()
  const dialog = page.getByRole("dialog", { name: "Add page" })
  await dialog.getByLabel("Title").fill("Press kit")
  await dialog.getByRole("button", { name: "Picture" }).click()
  const picker = page.getByRole("dialog", { name: "Choose a picture" })
  await picker.getByRole("button", { name: /shelf\.png/ }).click()
  await picker.getByRole("button", { name: "Use picture" }).click()
  await expect(dialog.locator(".prose img")).toHaveAttribute("alt", "A shelf with vessels")
  await dialog.getByRole("button", { name: "Add page" }).click()
  await expect(dialog).toBeHidden()
  const [kept] = await site.api("/rest/v1/pages?slug=eq.press-kit", { as: "editor" })
  expect(kept.body).toMatch(
    /^<img src="\/storage\/v1\/object\/public\/media\/\d+_shelf\.png" alt="A shelf with vessels" width="900" height="300">/,
  )
  await page.goto(`${site.url}/press-kit`)
  const image = page.getByRole("img", { name: "A shelf with vessels" })
  await expect(image).toHaveAttribute("srcset", /render\/image\/public\/media\/.*640w/)
  expect(
    await image.evaluate((one: HTMLImageElement) => one.decode().then(() => one.naturalWidth)),
  ).toBeGreaterThan(0)
})

test("the library works on a phone, in the dark, with what is dropped and pasted", async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: "dark" })
  await signIn("editor", "/admin/media")
  const grid = page.getByRole("list", { name: "Pictures" })
  for (const how of ["drop", "paste"] as const) {
    const data = await page.evaluateHandle((bytes) => {
      const transfer = new DataTransfer()
      const array = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))
      transfer.items.add(new File([array], "hand.png", { type: "image/png" }))
      return transfer
    }, picture(40, 30).toString("base64"))
    if (how === "drop") {
      await page.dispatchEvent("main", "dragenter", { dataTransfer: data })
      await expect(page.getByText("Let go to upload 1 file")).toBeVisible()
      await page.dispatchEvent("main", "drop", { dataTransfer: data })
    } else
      await page.evaluate((clipboardData) => {
        window.dispatchEvent(new ClipboardEvent("paste", { clipboardData }))
      }, data)
    await expect(grid.getByRole("button", { name: /hand\.png/ })).toHaveCount(
      how === "drop" ? 1 : 2,
    )
  }
  const drawn =
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="red"/></svg>'
  await page.getByLabel("Upload pictures").setInputFiles({
    name: "sign.svg",
    mimeType: "image/svg+xml",
    buffer: Buffer.from(drawn),
  })
  await expect(grid.getByRole("button", { name: /sign\.png/ })).toContainText("1600 × 800")
  await accessible(page, "the library on a phone")
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await grid.getByRole("button", { name: /sign\.png/ }).click()
  await accessible(page, "a picture on a phone")
  await page.keyboard.press("Escape")
  await page.getByLabel("Upload pictures").setInputFiles(file("tall.png", 600, 900))
  await grid.getByRole("button", { name: /tall\.png/ }).click()
  await page.getByRole("button", { name: "Crop" }).click()
  const frame = page.getByRole("slider", { name: "Portrait frame" })
  // All of it, so that its corners can be held.
  await expect(frame).toBeInViewport({ ratio: 1 })
  await expect(page.locator('[data-corner="se"]')).toBeInViewport({ ratio: 1 })
})

test("files go on when somebody goes elsewhere, and a refusal is told there", async ({
  page,
  signIn,
  expects,
}) => {
  expects(/status of 415/)
  await signIn("editor", "/admin/media")
  const release = await hold(page, /\/storage\/v1\/object\/media\//)
  const damaged = { ...file("damaged.png"), buffer: picture(60, 80).subarray(0, 90) }
  await page.getByLabel("Upload pictures").setInputFiles([file("late.png"), damaged])
  await expect(page.getByRole("progressbar", { name: "Upload of late.png" })).toBeVisible()
  await go(page, "/admin/hero")
  release()
  await toast(page, "damaged.png was not uploaded")
  await go(page, "/admin/media")
  await expect(page.getByRole("button", { name: /late\.png/ })).toBeVisible()
})

test("a use of a picture leads to what shows it", async ({ page, site, signIn }) => {
  const [logo] = await site.api("/rest/v1/media?bucket=eq.media&select=bucket,name", {
    as: "editor",
  })
  const address = `/storage/v1/object/public/${logo.bucket}/${logo.name}`
  const [company] = await site.api("/rest/v1/portfolio_companies?select=id,name&order=id")
  for (const [path, body] of [
    [`portfolio_companies?id=eq.${company.id}`, { logo_url: address }],
    ["site_settings?id=eq.1", { head_image_url: address }],
  ] as const)
    await site.api(`/rest/v1/${path}`, {
      method: "PATCH",
      as: "editor",
      body: JSON.stringify(body),
    })
  for (const [use, place] of [
    [new RegExp(company.name), /\/admin\/portfolio/],
    [/Sharing image/, /\/admin\/settings\/search/],
  ] as const) {
    await signIn("editor", "/admin/media")
    await page.locator(`[src*="${logo.name}"]`).first().click()
    await page.getByRole("dialog").getByRole("link", { name: use }).click()
    await expect(page).toHaveURL(place)
    if (use.test(company.name))
      await expect(page.getByRole("dialog").getByLabel("Company Name")).toHaveValue(company.name)
  }
})

test("a logo is cropped and removed where it is chosen, and the site shows the crop", async ({
  page,
  site,
  signIn,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn("editor", "/admin/portfolio")
  const [{ name, logo_url }] = await site.api("/rest/v1/portfolio_companies?order=id")
  const shown = page.frameLocator("iframe").locator(".plate img")
  await expect(shown).not.toHaveAttribute("src", /width=24/)
  await page.getByRole("button", { name: `Edit ${name}` }).click()
  const dialog = page.getByRole("dialog", { name: "Edit Portfolio Company" })
  await expect(dialog.locator(".cut img")).toBeVisible()
  await dialog.getByRole("button", { name: "Crop" }).click()
  const crop = page.getByRole("dialog", { name: /^Crop / })
  await crop.getByRole("slider", { name: "Logo frame" }).focus()
  await page.keyboard.press("Shift+-")
  await crop.getByRole("button", { name: "Use this crop" }).click()
  // The page beside it and the one of visitors show the crop, the company is as it was.
  await expect(shown).toHaveAttribute("src", /width=24&height=24/)
  await expect(dialog.getByLabel("Logo URL")).toHaveValue(logo_url)
  await expect.poll(async () => (await fetch(site.url)).text()).toContain("width=24&amp;height=24")
  await dialog.getByRole("button", { name: "Remove the picture" }).click()
  await expect(dialog.getByLabel("Logo URL")).toHaveValue("")
  await expect(dialog.locator(".cut img")).toHaveCount(0)
})

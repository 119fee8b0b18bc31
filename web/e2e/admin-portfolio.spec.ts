import { crc32 } from "node:zlib"
import { expect, hold, test, toast } from "./admin/test"
import { accessible } from "./axe"

test.describe.configure({ mode: "serial" })

// One transparent pixel.
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
)

test("the section is shown and hidden", async ({ page, site, signIn }) => {
  await signIn("editor", "/admin/portfolio")
  await expect(
    page.getByText("Manage the portfolio companies section that appears on the homepage."),
  ).toBeVisible()
  const shown = page.getByRole("switch", { name: "Show portfolio companies section" })
  await expect(shown).toBeChecked()
  await shown.click()
  await toast(page, "Success", "Section visibility updated successfully")
  const [section] = await site.api("/rest/v1/homepage_sections?section_name=eq.portfolio_companies")
  expect(section.is_visible).toBe(false)
  await shown.click()
  await toast(page, "Success", "Section visibility updated successfully")
})

test("a company is checked, given a logo and added", async ({ page, site, signIn, expects }) => {
  expects(/41[35]|ERR_INTERNET_DISCONNECTED|WebSocket/)
  await signIn("admin", "/admin/portfolio")
  await page.getByRole("button", { name: "Add Portfolio Company" }).click()
  const dialog = page.getByRole("dialog", { name: "Add New Portfolio Company" })
  for (const hint of [
    "Keep it concise, ideally 2-3 sentences maximum.",
    "Lower numbers appear first",
    "Only active companies are shown on the homepage",
  ])
    await expect(dialog.getByText(hint)).toBeVisible()
  await dialog.getByLabel("Logo URL").fill("")
  await dialog.getByLabel("Display Order").fill("-1")
  await dialog.getByRole("button", { name: "Add Company" }).click()
  for (const message of [
    "Company name is required",
    "Description is required",
    "Logo URL is required",
    "Must be a valid URL",
    "Display order must be 0 or more",
  ])
    await expect(dialog.getByText(message)).toBeVisible()
  await accessible(page, "a company with mistakes")
  await dialog.getByLabel("Company Name").fill("Nyota")
  await dialog.getByLabel("Description").fill("Plans a week of groceries.")
  await dialog.getByLabel("Website URL").fill("https://nyota.example")
  await dialog.getByLabel("Display Order").fill("7")
  const upload = dialog.locator("input[type=file]")
  await upload.setInputFiles({
    name: "notes.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("x"),
  })
  await toast(page, "Error", "Only image files are allowed.")
  await upload.setInputFiles({
    name: "x.png",
    mimeType: "image/png",
    buffer: Buffer.from("no image"),
  })
  const why = (text: string) => toast(page, "Logo upload failed.", text)
  await why("The file is of the type text/plain. PNG, JPEG, GIF and WebP are allowed.")
  const large = Buffer.alloc((5 << 20) + 1)
  await upload.setInputFiles({ name: "x.png", mimeType: "image/png", buffer: large })
  await why("The file has 5.1 MB; at most 5 MB are allowed.")
  const wide = Buffer.from(PNG)
  wide.writeUInt32BE(9000, 16)
  wide.writeUInt32BE(crc32(wide.subarray(12, 29)), 29)
  await upload.setInputFiles({ name: "x.png", mimeType: "image/png", buffer: wide })
  await why(
    `The picture is 9000 x ${PNG.readUInt32BE(20)} pixels; at most 8000 a side and 25 million in all are allowed.`,
  )
  await page.context().setOffline(true)
  await upload.setInputFiles({ name: "x.png", mimeType: "image/png", buffer: PNG })
  await why("You are offline. Try again when the connection is back.")
  await page.context().setOffline(false)
  await upload.setInputFiles({ name: "my logo.png", mimeType: "image/png", buffer: PNG })
  await toast(page, "Success", "Logo uploaded successfully.")
  await expect(dialog.getByLabel("Logo URL")).toHaveValue(
    /^\/storage\/v1\/object\/public\/portfolio-logos\/logo_\d+_my_logo\.png$/,
  )
  await dialog.getByRole("button", { name: "Add Company" }).click()
  await toast(page, "Success", "Company added successfully")
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel("Order of Nyota")).toHaveValue("7")
  const [company] = await site.api("/rest/v1/portfolio_companies?name=eq.Nyota")
  expect((await fetch(site.url + company.logo_url)).headers.get("content-type")).toBe("image/png")
})

test("a logo on its way shows how far it is", async ({ page, signIn, expects }) => {
  expects(/41[35]|ERR_INTERNET_DISCONNECTED|WebSocket/)
  await signIn("admin", "/admin/portfolio?new=1")
  const dialog = page.getByRole("dialog", { name: "Add New Portfolio Company" })
  await expect(dialog).toBeVisible()
  const network = await page.context().newCDPSession(page)
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 20_000 }
  await network.send("Network.enable")
  await network.send("Network.emulateNetworkConditions", slow)
  await dialog.locator("input[type=file]").setInputFiles({
    name: "x.png",
    mimeType: "image/png",
    buffer: Buffer.alloc(400_000, "no image "),
  })
  const bar = dialog.getByRole("progressbar", { name: "Logo upload" })
  await expect(bar).toHaveAttribute("aria-valuenow", /^[1-9]\d?$/)
  await expect(dialog.getByText(/^[1-9]\d?%$/)).toBeVisible()
  await expect(dialog.getByLabel("Company Name")).toBeDisabled()
  await network.send("Network.emulateNetworkConditions", { ...slow, uploadThroughput: -1 })
  await toast(page, "Logo upload failed.")
  await expect(bar).toHaveCount(0)
  await expect(dialog.getByLabel("Company Name")).toBeEnabled()
})

test("a logo is dropped on its field", async ({ page, signIn, expects: _ }) => {
  await signIn("admin", "/admin/portfolio?new=1")
  const field = page.getByRole("dialog").getByRole("group", { name: "Upload image" })
  const file = await page.evaluateHandle((base64) => {
    const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))
    const dragged = new DataTransfer()
    dragged.items.add(new File([bytes], "dropped.png", { type: "image/png" }))
    return dragged
  }, PNG.toString("base64"))
  await field.dispatchEvent("dragenter", { dataTransfer: file })
  await expect(field).toContainText("Let go to upload")
  await accessible(page, "a file above its field")
  await field.dispatchEvent("drop", { dataTransfer: file })
  await toast(page, "Success", "Logo uploaded successfully.")
  await expect(page.getByLabel("Logo URL")).toHaveValue(/dropped\.png$/)
})

test("a company is edited, switched off and deleted", async ({ page, site, signIn }) => {
  await signIn("admin", "/admin/portfolio")
  await page.getByRole("button", { name: "Edit Nyota" }).click()
  const dialog = page.getByRole("dialog", { name: "Edit Portfolio Company" })
  await dialog.getByLabel("Description").fill("Reorders before anyone asks.")
  await dialog.getByRole("button", { name: "Update Company" }).click()
  await toast(page, "Success", "Company updated successfully")
  await page.getByRole("switch", { name: "Active: Nyota" }).click()
  await toast(page, "Success", "Company updated successfully")
  expect(await site.api("/rest/v1/portfolio_companies?name=eq.Nyota")).toEqual([])
  const link = page.getByRole("link", { name: "Open Nyota website in a new tab" })
  await expect(link).toHaveAttribute("target", "_blank")
  await expect(link).toHaveAttribute("rel", "noopener noreferrer")
  await page.getByRole("button", { name: "Delete Nyota" }).click()
  const ask = page.getByRole("alertdialog", {
    name: "Are you sure you want to delete this company?",
  })
  await expect(ask).toContainText(
    "This action cannot be undone. This will permanently remove the company from the portfolio section.",
  )
  await expect(ask.getByText("Nyota", { exact: true })).toBeVisible()
  const answer = await hold(page, /portfolio_companies/)
  await ask.getByRole("button", { name: "Delete" }).click()
  await expect(ask.getByRole("button", { name: "Deleting...", exact: true })).toBeVisible()
  answer()
  await toast(page, "Success", "Company deleted successfully")
  for (let left = 3; left > 0; left--) {
    await page
      .getByRole("button", { name: /^Delete / })
      .first()
      .click()
    await ask.getByRole("button", { name: "Delete" }).click()
    await toast(page, "Success", "Company deleted successfully")
  }
  await expect(page.getByText("No portfolio companies found")).toBeVisible()
  await accessible(page, "no companies")
})

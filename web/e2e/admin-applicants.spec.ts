import type { Page } from "@playwright/test"
import { apply, jobs, pdf } from "./admin/apply"
import { openPostbox } from "./admin/postbox"
import { PEOPLE, Site } from "./admin/site"
import { expect, go, test, toast } from "./admin/test"
import { accessible, everywhere } from "./axe"

const NOTE = "A refund service for a pharmacy chain. It ran for two years."

const card = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("button", { name, exact: true }) })
const column = (page: Page, name: string) =>
  page.getByRole("region", { name: new RegExp(`^${name}`) })
const opener = (page: Page, name: string) => page.getByRole("button", { name, exact: true })
const drawer = (page: Page, name: string) =>
  page.getByRole("dialog", { name: `Application of ${name}` })

async function applyAll(site: Site) {
  const [first, second] = await jobs(site)
  if (!first || !second) throw new Error("the samples have jobs")
  await apply(site, first.id, {
    name: "An engineer in Pune",
    email: "engineer@pune.example",
    links: "portfolio.example\njavascript:alert(1)",
    note: NOTE,
    cv: pdf(["Resume of an engineer", "Page two"]),
  })
  await apply(site, first.id, { name: "An engineer in Chennai", email: "hello@chennai.example" })
  await apply(site, second.id, { name: "A designer in Kochi", email: "studio@kochi.example" })
  return { first, second }
}

const stages = async (site: Site) =>
  Object.fromEntries(
    (
      await site.api("/rest/v1/job_applications?select=name,stage,outcome&order=id", {
        as: "admin",
      })
    ).map(({ name, stage, outcome }: Record<string, string>) => [
      name,
      `${stage} ${outcome}`.trim(),
    ]),
  )

test("no applicants yet is said", async ({ page, signIn }) => {
  await signIn("editor", "/admin/applicants")
  await expect(page.getByRole("heading", { name: "No applicants yet" })).toBeVisible()
  await everywhere(page, "no applicants")
})

test("a card is dragged, moved with keys and by its menu, while another tab follows", async ({
  browser,
  page,
  site,
  signIn,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn("editor", "/admin/applicants")
  await applyAll(site)
  // They come without a reload.
  await expect(column(page, "New").getByRole("listitem")).toHaveCount(3)
  await expect(page.getByText("3 people for 2 jobs.")).toBeVisible()
  await expect(page.locator(".nav-tree .nav-new")).toHaveText("3 new")
  await accessible(page, "the board", "whole")

  const other = await browser.newPage()
  const session = JSON.stringify(await site.session("admin"))
  await other.addInitScript((kept) => localStorage.setItem("vitrine-admin-auth", kept), session)
  await other.goto(`${site.url}/admin/applicants`)
  await expect(column(other, "New").getByRole("listitem")).toHaveCount(3)

  // By hand.
  const from = await card(page, "An engineer in Pune").boundingBox()
  const to = await column(page, "Talking").boundingBox()
  if (!from || !to) throw new Error("nothing is laid out")
  await page.mouse.move(from.x + 60, from.y + 50)
  await page.mouse.down()
  await page.mouse.move(to.x + 80, to.y + 120, { steps: 8 })
  await expect(column(page, "Talking")).toHaveAttribute("data-over", "true")
  await page.mouse.up()
  await expect(column(page, "Talking").getByRole("listitem")).toHaveCount(1)
  await toast(page, "Moved to Talking", "An engineer in Pune")
  await expect(drawer(page, "An engineer in Pune")).toHaveCount(0)
  await expect(column(other, "Talking").getByRole("listitem")).toHaveCount(1)
  await other.close()

  // With keys: arrows walk, Shift moves, and the card keeps the focus.
  await opener(page, "A designer in Kochi").focus()
  await page.keyboard.press("ArrowDown")
  await expect(opener(page, "An engineer in Chennai")).toBeFocused()
  await page.keyboard.press("ArrowRight") // over an empty column
  await expect(opener(page, "An engineer in Pune")).toBeFocused()
  await page.keyboard.press("Shift+ArrowRight")
  await expect(column(page, "Offer").getByRole("listitem")).toHaveCount(1)
  await expect(opener(page, "An engineer in Pune")).toBeFocused()
  await expect(page.getByText("An engineer in Pune moved to Offer.")).toBeAttached()

  // By the menu; closing asks how it ended.
  await page.getByRole("button", { name: "Move A designer in Kochi" }).click()
  await accessible(page, "the menu of a card")
  await page.getByRole("menuitem", { name: "Move to Closed" }).click()
  const question = page.getByRole("dialog", { name: "How did it end for A designer in Kochi?" })
  await accessible(page, "the question how it ended")
  await question.getByLabel("They withdrew").check()
  await question.getByRole("button", { name: "Move to Closed" }).click()
  await expect(card(page, "A designer in Kochi")).toContainText(/^A designer in Kochi.*Withdrew, /)
  expect(await stages(site)).toEqual({
    "An engineer in Pune": "offer",
    "An engineer in Chennai": "new",
    "A designer in Kochi": "closed withdrawn",
  })
  const shown = page.locator("[data-toasts] li").filter({ hasText: "A designer in Kochi" })
  await shown.getByRole("button", { name: "Undo" }).click()
  await expect(column(page, "New").getByRole("listitem")).toHaveCount(2)
})

test("an applicant is read with the CV, noted about, given to somebody and looked for", async ({
  page,
  site,
  signIn,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn("editor", "/admin/applicants")
  await opener(page, "An engineer in Pune").click()
  const open = drawer(page, "An engineer in Pune")
  await expect(open).toContainText(NOTE)
  await expect(page).toHaveURL(/\?open=\d+$/)
  await expect(open.getByRole("link", { name: "portfolio.example" })).toHaveAttribute(
    "href",
    "https://portfolio.example/",
  )
  // What is no web address is text.
  await expect(open.getByText("javascript:alert(1)")).toBeVisible()
  await expect(open.getByRole("link", { name: "javascript" })).toHaveCount(0)
  await expect(open.getByRole("region", { name: "History" })).toContainText("opened it")
  await accessible(page, "an applicant")

  await open.getByRole("button", { name: "Open the CV resume.pdf" }).click()
  const cv = page.getByRole("dialog", { name: "resume.pdf" })
  const sheet = cv.getByRole("img", { name: "Page 1 of 2" })
  await expect(sheet).toHaveAttribute("data-state", "drawn")
  // Ink was put on it.
  expect(
    await sheet.evaluate((canvas: HTMLCanvasElement) => {
      const drawn = canvas.getContext("2d") as CanvasRenderingContext2D
      const { data } = drawn.getImageData(0, 0, canvas.width, canvas.height)
      return data.some((value, at) => at % 4 === 0 && value < 100)
    }),
  ).toBe(true)
  await accessible(page, "a CV")
  const coming = page.waitForEvent("download")
  await cv.getByRole("button", { name: "Download" }).click()
  expect((await coming).suggestedFilename()).toBe("resume.pdf")
  await page.keyboard.press("Escape")
  await expect(cv).toHaveCount(0)

  await open.getByLabel("Add a note").fill("Strong on the boring half.")
  await page.keyboard.press("Enter")
  await expect(open.getByText("Strong on the boring half.", { exact: true })).toBeVisible()
  await open.getByRole("button", { name: "Nobody, assign it" }).click()
  await page.getByRole("menuitem", { name: PEOPLE.admin.email }).click()
  await expect(open.getByRole("button", { name: `${PEOPLE.admin.email}, assign it` })).toBeVisible()
  await open.getByRole("radio", { name: "Talking" }).check()
  await expect(open.getByRole("region", { name: "History" })).toContainText("moved it to Talking")

  // The next one, and Back closes it.
  await open.getByRole("button", { name: "The one before" }).click()
  await expect(drawer(page, "An engineer in Chennai")).toBeVisible()
  await page.goBack()
  await expect(page.getByRole("dialog")).toHaveCount(0)
  await expect(page).toHaveURL(/\/admin\/applicants$/)

  const search = page.getByPlaceholder("Search by name, email or note...")
  await search.fill("pharmacy")
  await expect(page.locator(".applicant")).toHaveCount(1)
  await search.fill("nobody like that")
  await expect(page.getByRole("heading", { name: "Nobody found" })).toBeVisible()
  await page.getByRole("button", { name: "Clear filters" }).click()
  await expect(page.locator(".applicant")).toHaveCount(3)
  const [first] = await jobs(site)
  await page.getByLabel("Job", { exact: true }).selectOption(String(first?.id))
  await expect(page.locator(".applicant")).toHaveCount(2)
  await page
    .getByLabel("With", { exact: true })
    .selectOption({ label: `With ${PEOPLE.admin.email}` })
  await expect(page.locator(".applicant")).toHaveCount(1)
  await page.keyboard.press("Control+k")
  await page.getByPlaceholder("Search, go to a screen or run an action").fill("Kochi")
  await page.getByRole("option", { name: /A designer in Kochi/ }).click()
  await expect(drawer(page, "A designer in Kochi")).toBeVisible()
})

test("several are moved, given away and told no in the list", async ({ page, site, signIn }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn("editor", "/admin/applicants?view=list")
  const rows = page.getByRole("row").filter({ has: page.getByRole("cell") })
  await expect(rows).toHaveCount(3)
  await page.getByRole("button", { name: "Name" }).click()
  await expect(rows.first()).toContainText("A designer in Kochi")
  await page.getByLabel("Select An engineer in Chennai").check()
  await page.getByLabel("Select A designer in Kochi").check()
  await expect(page.getByText("2 selected")).toBeVisible()
  await everywhere(page, "the list of applicants")
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole("button", { name: "Assign" }).click()
  await page.getByRole("menuitem", { name: "(you)" }).click()
  await expect(rows.filter({ hasText: PEOPLE.editor.email })).toHaveCount(2)
  await page.getByRole("button", { name: "Move to" }).click()
  await page.getByRole("menuitem", { name: "Talking" }).click()
  await toast(page, "Moved to Talking", "2 applicants")

  // No mail server here: the text opens in one's own program, one after the other.
  await page.getByRole("button", { name: "Say no" }).click()
  const one = page.getByRole("dialog", { name: /^Mail to .*, 1 of 2$/ })
  await expect(one.getByLabel("Text")).toHaveValue(/^Dear A designer in Kochi,/)
  await expect(one.getByRole("link", { name: "Open in your mail app" })).toHaveAttribute(
    "href",
    /^mailto:studio@kochi\.example\?subject=Your%20application.*&body=Dear%20A%20designer/,
  )
  await one.getByRole("button", { name: "Send nothing" }).click()
  await page
    .getByRole("dialog", { name: /, 2 of 2$/ })
    .getByRole("button", { name: "Close" })
    .click()
  expect(Object.values(await stages(site)).filter((one) => one === "closed rejected")).toHaveLength(
    2,
  )
  await page.getByLabel("Stage", { exact: true }).selectOption("Closed")
  await expect(rows).toHaveCount(2)
  const coming = page.waitForEvent("download")
  await page.getByRole("button", { name: "Export as CSV" }).click()
  expect((await coming).suggestedFilename()).toMatch(/^applicants-.*\.csv$/)
  await go(page, "/admin/activity")
  await expect(page.getByText("exported the applicants")).toBeVisible()
})

test("a mail comes from a template, no is said with one, and what is deleted comes back", async ({
  page,
  expects: _,
}) => {
  const postbox = await openPostbox()
  const site = await Site.open({
    VITRINE_SMTP_URL: postbox.url,
    VITRINE_MAIL_FROM: "studio@example.com",
    VITRINE_MAIL_TO: "studio@example.com",
  })
  try {
    const { first } = await applyAll(site)
    await page.setViewportSize({ width: 1440, height: 900 })
    const session = JSON.stringify(await site.session("editor"))
    await page.addInitScript((kept) => localStorage.setItem("vitrine-admin-auth", kept), session)
    await page.goto(`${site.url}/admin/applicants`)
    await opener(page, "An engineer in Chennai").click()
    const open = drawer(page, "An engineer in Chennai")
    await expect(open.getByRole("link", { name: "Reply via Email" })).toHaveAttribute(
      "href",
      `mailto:hello@chennai.example?subject=${encodeURIComponent(`Your application for ${first.title}`)}`,
    )
    await open.getByRole("button", { name: "Invitation" }).click()
    const mail = page.getByRole("dialog", { name: "Mail to An engineer in Chennai" })
    await expect(mail.getByLabel("Subject")).toHaveValue(`Shall we talk about ${first.title}?`)
    await expect(mail.getByLabel("Text")).toHaveValue(/^Dear An engineer in Chennai,/)
    await accessible(page, "a mail that is prepared")
    const before = postbox.letters.length
    await mail.getByLabel("Text").fill("Come on Tuesday.")
    await mail.getByRole("button", { name: "Send mail" }).click()
    await toast(page, "Success", "Mail sent")
    expect(postbox.letters.slice(before).join()).toContain("Come on Tuesday.")
    await expect(open.getByRole("region", { name: "History" })).toContainText(
      `wrote “Shall we talk about ${first.title}?”`,
    )

    // A mail that failed says so and why, and is sent again from here.
    postbox.judge = () => "550 no such mailbox"
    const mails = open.getByRole("region", { name: "Mails" })
    const confirmation = { name: "Resend: Confirmation to the applicant" }
    await expect(mails.getByText(/^Sent /)).toHaveCount(2)
    await mails.getByRole("button", confirmation).click()
    await expect(mails.getByText(/^(Given up|Not delivered yet)/)).toBeVisible()
    await expect(mails.getByText(/no such mailbox/)).toBeVisible()
    await open.getByRole("button", { name: "Invitation" }).click()
    await mail.getByRole("button", { name: "Send mail" }).click()
    await expect(page.locator("[data-toasts] li").filter({ hasText: /^Not sent/ })).toContainText(
      "no such mailbox",
    )
    const history = open.getByRole("region", { name: "History" })
    await expect(history.getByText(/no such mailbox/)).toBeVisible()
    await accessible(page, "mails that failed")
    postbox.judge = () => undefined
    await mails.getByRole("button", confirmation).click()
    await expect(mails.getByText(/^Sent /)).toHaveCount(2)
    await history.getByRole("button", { name: /^Resend: / }).click()
    await expect(history.getByText(/no such mailbox/)).toHaveCount(0)

    // Saying no closes it and prepares a mail, which nobody has to send.
    const sent = postbox.letters.length
    await open.getByRole("button", { name: "Say no" }).click()
    await expect(mail.getByLabel("Text")).toHaveValue(/someone else this time/)
    await mail.getByRole("button", { name: "Cancel" }).click()
    await expect(mail).toHaveCount(0)
    await expect(open.getByText(/^Said no/)).toBeVisible()
    expect(postbox.letters).toHaveLength(sent)

    await open.getByRole("button", { name: "More" }).click()
    await page.getByRole("menuitem", { name: "Move to Trash" }).click()
    const question = page.getByRole("alertdialog")
    await expect(question).toContainText("permanently delete the application of")
    await question.getByRole("button", { name: "Delete" }).click()
    await expect(open).toHaveCount(0)
    await expect(page.locator(".applicant")).toHaveCount(2)
    await page
      .locator("[data-toasts] li")
      .filter({ hasText: "Application deleted successfully" })
      .getByRole("button", { name: "Undo" })
      .click()
    await expect(card(page, "An engineer in Chennai")).toContainText("Said no, ")
  } finally {
    await page.close()
    await site.close()
    postbox.close()
  }
})

test("on a phone the stages are tabs, and an applicant fills the screen", async ({
  page,
  site,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const [, second] = await jobs(site)
  await apply(site, second?.id ?? 0, { name: "A researcher in Delhi", email: "r@delhi.example" })
  await signIn("editor", "/admin/applicants")
  await expect(page.getByRole("tab", { name: "New 1" })).toHaveAttribute("aria-selected", "true")
  await expect(page.locator(".applicant")).toHaveCount(1)
  await everywhere(page, "the board")
  await page.setViewportSize({ width: 390, height: 844 })
  await opener(page, "A researcher in Delhi").click()
  const open = drawer(page, "A researcher in Delhi")
  await expect(open).toBeVisible()
  await accessible(page, "an applicant on a phone")
  await open.getByRole("button", { name: "Move to Talking" }).click()
  await toast(page, "Moved to Talking", "A researcher in Delhi")
  await expect(open.getByRole("radio", { name: "Talking" })).toBeChecked()
  await open.getByRole("button", { name: "Close" }).click()
  await expect(page.getByRole("dialog")).toHaveCount(0)
  await page.getByRole("tab", { name: "Talking" }).click()
  await expect(card(page, "A researcher in Delhi")).toBeVisible()
  await page.getByRole("button", { name: "More", exact: true }).click()
  await expect(page.getByRole("link", { name: "Applicants" })).toBeVisible()
})

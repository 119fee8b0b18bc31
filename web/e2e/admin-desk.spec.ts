import { openPostbox } from "./admin/postbox"
import { PEOPLE, Site } from "./admin/site"
import { expect, test, toast } from "./admin/test"
import { accessible } from "./axe"

const MESSAGES = [
  ["A shop in Surat", "shop@surat.example", "Pilot for a saree wholesaler"],
  ["A logistics company", "data@logistics.example", "Returns data you could use"],
  ["A product manager in Pune", "pm@pune.example", "Founder in residence?"],
] as const

const write = (site: Site) =>
  site.api("/rest/v1/contact_form_submissions", {
    method: "POST",
    as: "admin",
    body: JSON.stringify(
      MESSAGES.map(([name, email, subject]) => ({
        name,
        email,
        subject,
        message: `We have 4,000 designs in a spreadsheet.\n\nCould you read it? ${subject}`,
      })),
    ),
  })

const states = async (site: Site) =>
  Object.fromEntries(
    (await site.api("/rest/v1/contact_form_submissions?order=id", { as: "admin" })).map(
      ({ subject, state }: { subject: string; state: string }) => [subject, state],
    ),
  )

test("a desk is worked through with keys alone, while another tab follows", async ({
  browser,
  page,
  expects: _,
}) => {
  const postbox = await openPostbox()
  const site = await Site.open({
    VITRINE_SMTP_URL: postbox.url,
    VITRINE_MAIL_FROM: "studio@example.com",
    VITRINE_MAIL_TO: "studio@example.com",
  })
  const enterAs = async (tab: typeof page, person: keyof typeof PEOPLE, path: string) => {
    const session = JSON.stringify(await site.session(person))
    await tab.addInitScript((kept) => localStorage.setItem("vitrine-admin-auth", kept), session)
    await tab.goto(site.url + path)
    await expect(tab.locator("main h1")).toBeVisible()
  }
  const other = await browser.newPage()
  try {
    await write(site)
    await page.setViewportSize({ width: 1440, height: 900 })
    await enterAs(other, "admin", "/admin/messages")
    await enterAs(page, "editor", "/admin/messages")
    const unread = (tab: typeof page) => tab.locator(".nav-tree .nav-new")
    await expect(unread(page)).toHaveText("3 unread")
    const card = (subject: string) => page.getByRole("article").filter({ hasText: subject })
    const heading = page.locator(".desk-message h2")

    // J opens the newest, which is read after a while, here and in the other tab.
    await page.keyboard.press("j")
    await expect(heading).toHaveText("Founder in residence?")
    await expect(page.getByRole("complementary", { name: "This person" })).toContainText(
      "Not subscribed",
    )
    await expect(unread(other)).toHaveText("2 unread")
    await accessible(page, "a message that is open")

    await page.keyboard.press("j")
    await expect(heading).toHaveText("Returns data you could use")
    await page.keyboard.press("k")
    await expect(heading).toHaveText("Founder in residence?")
    await page.keyboard.press("Enter")
    await expect(page.getByRole("dialog", { name: "Founder in residence?" })).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(page.getByRole("dialog")).toHaveCount(0)
    // Until the focus is back, a menu that opens would lose it.
    await expect(
      page.getByRole("button", { name: "Founder in residence?", exact: true }),
    ).toBeFocused()

    // A gives it to somebody; the other tab sees who.
    await page.keyboard.press("a")
    await page.getByRole("menuitem", { name: PEOPLE.admin.email }).click()
    await expect(card("Founder in residence?")).toContainText(PEOPLE.admin.email)
    await expect(other.getByRole("tab", { name: "Mine 1" })).toBeVisible()

    // R answers it, and E is not asked for twice.
    await page.keyboard.press("r")
    const field = page.getByLabel("Your answer to A product manager in Pune")
    await expect(field).toBeFocused()
    await field.pressSequentially("We do. Come on Tuesday.")
    await accessible(page, "an answer that is being written")
    await page.keyboard.press("Control+Enter")
    await expect(page.getByText("Mark as done?")).toBeVisible()
    const answer = page.locator(".desk-answer")
    await expect(answer).toContainText("We do. Come on Tuesday.")
    await expect(answer).toContainText(/Sent Today, \d\d:\d\d/)
    expect(postbox.letters.some((one) => /^Subject: Re: Founder in residence/m.test(one))).toBe(
      true,
    )
    await accessible(page, "an answer that was sent")
    await page.keyboard.press("Enter")
    await toast(page, "Done", "Founder in residence?")
    await expect(heading).toHaveText("Returns data you could use")
    await expect(page.locator(":focus")).toHaveAttribute("data-message", /\d+/)
    await expect(card("Founder in residence?")).toHaveCount(0)

    // U leaves it unread, S and E put away, and what was done comes back.
    await page.keyboard.press("s")
    await toast(page, "Marked as spam", "Returns data you could use")
    await expect(heading).toHaveText("Pilot for a saree wholesaler")
    await page.keyboard.press("e")
    await expect(page.getByRole("heading", { name: "No messages found" })).toBeVisible()
    await expect(page.locator("main h1")).toBeFocused()
    expect(await states(site)).toEqual({
      "Pilot for a saree wholesaler": "done",
      "Returns data you could use": "spam",
      "Founder in residence?": "done",
    })
    await page.getByRole("tab", { name: "Done" }).click()
    await expect(page.getByRole("article")).toHaveCount(2)
    await page.keyboard.press("j")
    await page.getByRole("button", { name: "Back to Inbox" }).click()
    await page.getByRole("tab", { name: "Inbox 1" }).click()
    await expect(page.getByRole("article")).toHaveCount(1)

    await page.keyboard.press("?")
    await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible()
    await accessible(page, "the keys of the desk")
  } finally {
    await other.close()
    await page.close()
    await site.close()
    postbox.close()
  }
})

test("on a phone the list, the message and who wrote follow each other", async ({
  page,
  site,
  signIn,
}) => {
  await write(site)
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn("editor", "/admin/messages")
  const bar = page.getByRole("navigation", { name: "Main screens" })
  await expect(bar.getByRole("link", { name: "Messages" })).toContainText("3 unread")
  // What can be done with a row is always there for a touch.
  await expect(page.getByText("View full message").first()).toBeVisible()
  await expect(page.getByRole("link", { name: "pm@pune.example" })).toBeVisible()
  await page.getByRole("button", { name: "New: Founder in residence?" }).click()
  await expect(page.locator(".desk-message h2")).toBeFocused()
  await expect(bar).toBeHidden()
  await expect(page.getByRole("article").first()).toBeHidden()
  await accessible(page, "a message on a phone")
  await page.getByRole("button", { name: "A product manager in Pune" }).click()
  const person = page.getByRole("dialog", { name: "This person" })
  await expect(person).toContainText("open here")
  await expect(person.getByRole("link", { name: "Show in People" })).toHaveAttribute(
    "href",
    "/admin/people#pm%40pune.example",
  )
  await accessible(page, "who wrote, on a phone")
  await person.getByRole("button", { name: "Close" }).click()
  // No mail server here: only the link to one's own mail program.
  await expect(page.getByRole("link", { name: "Reply via Email" })).toBeVisible()
  await expect(page.getByRole("button", { name: "Reply", exact: true })).toHaveCount(0)
  await page.getByLabel("Add a note").fill("Fits Counterfold.")
  await page.getByRole("button", { name: "Add note" }).click()
  await expect(page.getByText("Fits Counterfold.", { exact: true })).toBeVisible()
  await page.getByRole("button", { name: "Back to Messages" }).click()
  await expect(page.getByRole("button", { name: /Founder in residence\?$/ }).first()).toBeFocused()
  await page.getByRole("button", { name: /^(New: )?Founder in residence\?$/ }).click()
  await page.getByRole("button", { name: "Done", exact: true }).click()
  await toast(page, "Done", "Founder in residence?")
  await expect(page.getByRole("article")).toHaveCount(2)
  await expect(bar).toBeVisible()
})

import type { Page } from "@playwright/test"
import { openPostbox } from "./admin/postbox"
import { PEOPLE, Site } from "./admin/site"
import { enter, expect, test, toast } from "./admin/test"
import { accessible } from "./axe"

const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

const subscribe = async (site: Site, emails: string[]) => {
  for (const email of emails)
    await site.api("/rest/v1/newsletter_subscriptions", {
      method: "POST",
      body: JSON.stringify({ email }),
    })
}

/** Both sizes, light and dark. */
async function everywhere(page: Page, what: string) {
  const before = page.viewportSize()
  for (const size of Object.values(SIZES))
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme })
      await accessible(page, `${what}, ${colorScheme} at ${size.width}`)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(wide, `${what} at ${size.width} is as wide as the window`).toBeLessThanOrEqual(
        size.width,
      )
    }
  await page.emulateMedia({ colorScheme: "light" })
  if (before) await page.setViewportSize(before)
}

for (const [name, viewport] of Object.entries(SIZES))
  test(`a letter is written, seen as the mail it will be, tried and scheduled on a ${name}`, async ({
    page,
    expects,
  }) => {
    // One of its links leads nowhere.
    expects(/404/)
    await page.setViewportSize(viewport)
    const postbox = await openPostbox()
    const site = await Site.open({
      VITRINE_SMTP_URL: postbox.url,
      VITRINE_MAIL_FROM: "studio@example.com",
    })
    const isPhone = name === "phone"
    try {
      await subscribe(site, ["ann@example.org", "bo@example.org"])
      await page.goto(`${site.url}/admin/letters`)
      await enter(page, "admin")
      await expect(page.getByLabel("Who gets letters")).toContainText(/2 of 2 people/)
      await expect(page.getByText("No letters yet")).toBeVisible()
      await page.getByRole("button", { name: "Write a letter" }).first().click()
      const dialog = page.getByRole("main")
      await expect(page.getByRole("heading", { name: "Write a letter" })).toBeVisible()
      await dialog.getByRole("button", { name: "Save letter" }).click()
      await expect(dialog.getByText("Subject is required")).toBeVisible()
      await dialog.getByLabel("Subject").fill("News from the workshop")
      await expect(dialog.getByText("22 of 50")).toBeVisible()
      await dialog.getByLabel("Preview line").fill("What we built in November.")
      await dialog.getByRole("textbox", { name: "Letter", exact: true }).fill("We built a shelf.")
      await page.keyboard.press("End")
      await dialog.getByRole("button", { name: "Line", exact: true }).click()
      await dialog.getByRole("button", { name: "Button", exact: true }).click()
      const button = page.getByRole("dialog", { name: "Put in a button" })
      await button.getByRole("button", { name: "Put it in" }).click()
      await expect(button.getByText("A button says what it does")).toBeVisible()
      await button.getByLabel("What it says").fill("Read more")
      await button.getByLabel("Where it leads").fill("/nowhere")
      await expect(button.getByText(/No page of this site has this address/)).toBeVisible()
      await button.getByLabel("Where it leads").fill("/about")
      await accessible(page, "a button for a letter")
      await button.getByRole("button", { name: "Put it in" }).click()
      await expect(button).toHaveCount(0)
      await dialog.getByRole("button", { name: "More tools" }).click()
      await page.getByRole("menuitem", { name: "Open jobs" }).click()
      const jobs = page.getByRole("dialog", { name: "Put in open jobs" })
      await jobs.getByRole("button", { name: "Put them in" }).click()
      await expect(jobs).toHaveCount(0)

      // The very mail, in each of its ways.
      if (isPhone) await dialog.getByRole("button", { name: "Preview", exact: true }).click()
      const mail = dialog.getByRole("region", { name: "The mail" })
      const sheet = mail.locator(".sheet")
      await expect(mail.locator("h1")).toHaveText("News from the workshop")
      await expect(mail.getByText("We built a shelf.")).toBeVisible()
      await expect(mail.locator("a.btn").first()).toHaveText("Read more")
      await expect(mail.getByText("Open jobs")).toBeVisible()
      await expect(mail.locator("a[href]")).toHaveCount(0)
      const width = async () =>
        Math.round((await mail.locator(".mail-view").boundingBox())?.width ?? 0)
      const colour = () => sheet.evaluate((one) => getComputedStyle(one).backgroundColor)
      await dialog.getByRole("button", { name: "Phone", exact: true }).click()
      await expect.poll(width).toBeLessThanOrEqual(360)
      await dialog.getByRole("button", { name: "Wide", exact: true }).click()
      if (!isPhone) await expect.poll(width).toBe(640)
      const grounds = dialog.getByRole("group", { name: "Theme of the preview" })
      await grounds.getByRole("button", { name: "Light" }).click()
      await expect.poll(colour).toBe("rgb(255, 255, 255)")
      await grounds.getByRole("button", { name: "Dark" }).click()
      await expect.poll(colour).toBe("rgb(20, 32, 29)")
      await accessible(page, "a dark mail")
      await dialog.getByRole("button", { name: "Text", exact: true }).click()
      await expect(mail.locator("pre")).toContainText(`Read more (${site.url}/about)`)
      await accessible(page, "a mail as text")
      if (isPhone) await dialog.getByRole("button", { name: "Edit", exact: true }).click()
      await everywhere(page, "a letter that is written")
      await dialog.getByRole("button", { name: "Send or schedule" }).click()
      await toast(page, "Letter saved. Nobody has got it yet.")

      const asked = page.getByRole("dialog", { name: "Send to 2 people?" })
      await expect(asked.getByText("studio@example.com")).toBeVisible()
      await expect(asked.getByText("You have not sent yourself a test yet")).toBeVisible()
      await expect(asked.getByText(/links? to your own pages? leads? somewhere/)).toBeVisible()
      await accessible(page, "sending a letter")
      await asked.getByRole("button", { name: "Cancel" }).click()

      // It has an address now, and the form stays.
      await expect(page).toHaveURL(/\/admin\/letters\/write\?letter=\d+$/)
      await expect(page.getByText("Draft kept")).toBeVisible()
      await page.getByRole("button", { name: "Send a test" }).click()
      await toast(page, "The test was sent to you, and to nobody else.")
      const back = isPhone ? "Back to Letters" : "Letters"
      await page.getByRole("link", { name: back, exact: true }).last().click()

      await page.getByRole("link", { name: "News from the workshop" }).click()
      await expect(page.getByRole("heading", { level: 1 })).toBeFocused()
      await everywhere(page, "a draft")
      const own = () => postbox.letters.filter((text) => text.includes("List-Unsubscribe-Post"))
      expect(own()).toHaveLength(1)
      expect(own()[0]).toContain(`To: <${PEOPLE.admin.email}>`)

      await page.getByRole("button", { name: "Send or schedule" }).click()
      await expect(asked.getByText(`Test sent to ${PEOPLE.admin.email}`)).toBeVisible()
      await asked.getByRole("button", { name: "Schedule", exact: true }).click()
      await expect(asked.getByRole("button", { name: "Send to 2 people" })).toBeDisabled()
      const year = new Date().getFullYear() + 1
      await asked.getByLabel("Date and time").fill(`${year}-01-04T09:00`)
      await asked.getByRole("button", { name: `Schedule for Jan 4, ${year}, 09:00` }).click()
      await expect(page.getByRole("heading", { name: `Jan 4, ${year}, 09:00` })).toBeVisible()
      const weekday = new Date(year, 0, 4).toLocaleDateString("en", { weekday: "long" })
      await expect(page.getByText(new RegExp(`^${weekday}, in \\d+ days`))).toBeVisible()
      await everywhere(page, "a scheduled letter")
      await page.getByRole("button", { name: "Change the time" }).click()
      await asked.getByLabel("Date and time").fill(`${year}-01-05T10:30`)
      await asked.getByRole("button", { name: `Schedule for Jan 5, ${year}, 10:30` }).click()
      await expect(page.getByRole("heading", { name: `Jan 5, ${year}, 10:30` })).toBeVisible()
      // A minute in which it can be stopped.
      await page.getByRole("button", { name: "Send now" }).click()
      await expect(page.getByRole("heading", { name: /^Starts in (1:00|0:\d\d)$/ })).toBeVisible()
      await accessible(page, "a letter that is about to start")
      await page.getByRole("button", { name: "Stop", exact: true }).click()
      await toast(page, "It is a draft again. Nobody has got it.")
      await page.getByRole("link", { name: "Letters" }).first().click()
      await expect(page.getByRole("button", { name: /^Go on writing/ })).toBeVisible()
      await everywhere(page, "the letters")
      expect(own()).toHaveLength(1)
    } finally {
      postbox.close()
      await page.close()
      await site.close()
    }
  })

test("a letter that is sent says who has it, who has not, and why", async ({
  page,
  expects: _,
}) => {
  const postbox = await openPostbox((to) => {
    if (to.startsWith("nobody")) return "550 5.1.1 No such mailbox here"
    return to.startsWith("cut") ? "cut" : undefined
  })
  const site = await Site.open({
    VITRINE_SMTP_URL: postbox.url,
    VITRINE_MAIL_FROM: "studio@example.com",
    VITRINE_LETTER_DELAY: "1s",
    VITRINE_LETTER_RATE: "1000",
  })
  try {
    const many = Array.from({ length: 70 }, (_, n) => `p${n}@example.org`)
    await subscribe(site, ["nobody@example.org", "cut@example.org", ...many])
    const { id } = await site.api("/rest/v1/rpc/save_letter", {
      method: "POST",
      as: "editor",
      body: JSON.stringify({ subject: "November", body: "<p>Hello</p>" }),
    })
    await page.goto(`${site.url}/admin/letters?letter=${id}`)
    await enter(page, "editor")
    await page.getByRole("button", { name: "Send or schedule" }).click()
    await page.getByRole("button", { name: "Send to 72 people" }).click()
    const figures = page.getByLabel("Figures")
    await expect(figures).toContainText("taken by their server70")
    await expect(figures).toContainText("came back1")
    await expect(figures).toContainText("unknown1")
    await expect(page.getByText("better one missing than one twice")).toBeVisible()
    const who = page.getByRole("region", { name: "Who" })
    const rows = who.getByRole("listitem")
    await expect(rows.first()).toContainText("nobody@example.orgBounced")
    await expect(rows.first()).toContainText("No such mailbox here")
    await expect(rows.nth(1)).toContainText("cut@example.orgUnknown")
    await expect(rows.nth(1).getByRole("link", { name: /^Send Email/ })).toHaveAttribute(
      "href",
      "mailto:cut@example.org?subject=November",
    )
    await everywhere(page, "a letter that was sent")
    await who.getByRole("button", { name: "Show more" }).click()
    await expect(who.getByRole("button", { name: "Show more" })).toHaveCount(0)
    await who.getByRole("button", { name: "Unknown 1" }).click()
    await expect(rows).toHaveCount(1)
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export as CSV" }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^november-\d{4}-\d\d-\d\d\.csv$/)
    await page.getByRole("button", { name: "Duplicate" }).click()
    await toast(page, "The copy is a draft. Nobody has got it yet.")
    await expect(page).toHaveURL(/\/admin\/letters\/write\?letter=\d+$/)
    await expect(page.getByLabel("Subject")).toHaveValue("November")
  } finally {
    postbox.close()
    await page.close()
    await site.close()
  }
})

test("a letter pauses by itself when the server refuses, and nobody gets it twice", async ({
  page,
  expects: _,
}) => {
  const postbox = await openPostbox((to) =>
    to.startsWith("early") ? undefined : "451 4.7.1 Try again later",
  )
  const site = await Site.open({
    VITRINE_SMTP_URL: postbox.url,
    VITRINE_MAIL_FROM: "studio@example.com",
    VITRINE_LETTER_DELAY: "0s",
    VITRINE_LETTER_CONNECTIONS: "1",
    VITRINE_LETTER_RATE: "1000",
  })
  try {
    const many = Array.from({ length: 12 }, (_, n) => `p${n}@example.org`)
    await subscribe(site, ["early@example.org", ...many])
    await page.goto(`${site.url}/admin/letters`)
    await enter(page, "editor")
    const { id, version } = await site.api("/rest/v1/rpc/save_letter", {
      method: "POST",
      as: "editor",
      body: JSON.stringify({ subject: "November", body: "<p>Hello</p>" }),
    })
    await site.api("/rest/v1/rpc/send_letter", {
      method: "POST",
      as: "editor",
      body: JSON.stringify({ id, version }),
    })
    await page.reload()
    await page.getByRole("link", { name: "November" }).click()
    await expect(page.getByRole("heading", { name: "1 of 13, then paused" })).toBeVisible()
    await expect(page.getByText("12 people have not got it. Nobody gets it twice.")).toBeVisible()
    await expect(page.getByText(/It answered: “451 4.7.1 Try again later”/)).toBeVisible()
    await everywhere(page, "a paused letter")
    postbox.judge = () => undefined
    await page.getByRole("button", { name: "Send to the other 12" }).click()
    await expect(page.getByLabel("Figures")).toContainText("taken by their server13")
    const to = postbox.letters.map((text) => /^To: <(.*)>/m.exec(text)?.[1] ?? "")
    const copies = to.filter((one) => one.endsWith("@example.org"))
    expect(copies.toSorted()).toEqual(["early@example.org", ...many].toSorted())
  } finally {
    postbox.close()
    await page.close()
    await site.close()
  }
})

test("without a mail server writing works and sending waits", async ({ page, signIn, site }) => {
  await subscribe(site, ["ann@example.org"])
  const { id } = await site.api("/rest/v1/rpc/save_letter", {
    method: "POST",
    as: "editor",
    body: JSON.stringify({ subject: "Hello", body: "<p>Hi</p>" }),
  })
  await signIn("editor", `/admin/letters?letter=${id}`)
  await page.getByRole("button", { name: "Send or schedule" }).click()
  await expect(page.getByText("Mail reaches nobody. Writing works, sending waits.")).toBeVisible()
  await expect(page.getByRole("button", { name: "Send to 1 person" })).toBeDisabled()
})

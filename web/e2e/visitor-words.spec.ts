import type { Page } from "@playwright/test"
import type { WordKey } from "../src/identity/words"
import { PEOPLE, Site } from "./admin/site"
import { READ_OUT } from "./admin/takeover"
import { keysIn, left, markAll, markOf } from "./visitor/marks"
import { alive, expect, openHeld, test, ticking } from "./visitor/test"

/** What only JavaScript says; the server's pages are read by cmd/vitrine/words_test.go. */
const SPOKEN: WordKey[] = [
  "contact_need_name",
  "contact_need_email",
  "contact_bad_email",
  "contact_need_subject",
  "contact_need_message",
  "contact_too_long",
  "contact_sending",
  "contact_sent",
  "contact_sent_no_mail",
  "contact_received",
  "contact_test_mode",
  "contact_test_mode_no_address",
  "contact_countdown",
  "contact_countdown_one",
  "contact_failed",
  "error_title",
  "dismiss",
  "unexpected_error",
  "newsletter_pending",
  "newsletter_done",
  "newsletter_thanks",
  "newsletter_already_form",
  "newsletter_unavailable",
  "newsletter_error",
  "newsletter_bad_email",
  "newsletter_bad_email_title",
  "jobs_loading",
  "apply_cv_progress",
  "apply_cv_remove",
  "apply_sending",
  "apply_sent_text",
  "apply_failed",
]

/** Hears every text and every label that is in a page for a moment. */
async function listen(page: Page): Promise<Set<string>> {
  const heard = new Set<string>()
  await page.exposeFunction("hear", (texts: string[]) => {
    for (const text of texts) heard.add(text)
  })
  await page.addInitScript((spoken) => {
    const known = new Set<string>()
    const hear = () => {
      const texts = [document.title]
      const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = walk.nextNode(); node; node = walk.nextNode())
        if (!node.parentElement?.closest("script, style, textarea"))
          texts.push(node.nodeValue ?? "")
      for (const one of document.body.querySelectorAll("*"))
        for (const name of spoken) texts.push(one.getAttribute(name) ?? "")
      const fresh = texts.filter((text) => text.trim() && !known.has(text))
      for (const text of fresh) known.add(text)
      if (fresh.length > 0) (window as unknown as { hear: (texts: string[]) => void }).hear(fresh)
    }
    document.addEventListener("DOMContentLoaded", () => {
      hear()
      const all = { childList: true, subtree: true, characterData: true, attributes: true }
      new MutationObserver(hear).observe(document, all)
    })
  }, READ_OUT)
  return heard
}

const says = (page: Page, key: WordKey) =>
  expect(page.getByText(markOf(key).replace(/\{.*/, "")).first()).toBeAttached()

/** A form that is sent at once waits a moment, which begins when the server has answered. */
const said = (page: Page, key: WordKey) => ticking(page, says(page, key), 100)

test("no sentence that only JavaScript says is source code", async ({ page, quiet }) => {
  quiet(/40\d|50\d|Failed to load resource|notification failed|ERR_FAILED/)
  const site = await Site.open(
    { VITRINE_MAIL_TEST_ADDRESS: "test@mail.example" },
    { editor: PEOPLE.editor },
  )
  await markAll(site)
  const heard = await listen(page)
  await contact(page, site.url)
  await newsletter(page, site.url)
  await careers(page, site.url)
  await apply(page, site.url)

  expect([...heard].map(left).filter(Boolean)).toEqual([])
  const spoken = new Set([...heard].flatMap(keysIn))
  expect(SPOKEN.filter((key) => !spoken.has(key))).toEqual([])
  await page.close()
  await site.close()
})

const field = (page: Page, name: string) => page.locator(`#contact-${name}`)

async function write(page: Page) {
  for (const name of ["name", "subject", "message"]) await field(page, name).fill(`⟦${name}⟧`)
  await field(page, "email").fill("visitor@mail.example")
  await page.locator("main form button").click()
}

async function contact(page: Page, url: string) {
  await page.goto(`${url}/contact`)
  await alive(page)
  await page.locator("main form button").click()
  await says(page, "contact_need_message")
  await field(page, "email").fill("visitor@")
  await field(page, "message").evaluate((one: HTMLTextAreaElement) => {
    one.value = "1".repeat(10_001)
  })
  await page.locator("main form button").click()
  await says(page, "contact_too_long")
  await says(page, "contact_bad_email")

  for (const [key, status, answer] of [
    ["contact_sent", 200, { success: true }],
    ["contact_sent_no_mail", 502, { error: "later" }],
    ["contact_received", 200, { success: true, mailed: false }],
    ["contact_test_mode_no_address", 200, { success: true, testMode: true }],
  ] as const) {
    await page.route("**/send-contact-notification", (route) =>
      route.fulfill({ status, json: answer }),
    )
    await page.goto(`${url}/contact`)
    await alive(page)
    await write(page)
    await says(page, key)
    await page.unroute("**/send-contact-notification")
  }
  for (const [key, answer] of [
    ["contact_failed", 503],
    ["unexpected_error", 0],
  ] as const) {
    await page.route("**/rest/v1/contact_form_submissions", (route) =>
      answer ? route.fulfill({ status: answer, json: {} }) : route.abort(),
    )
    await page.goto(`${url}/contact`)
    await alive(page)
    await write(page)
    await says(page, key)
    await page.unroute("**/rest/v1/contact_form_submissions")
  }
  await openHeld(page, `${url}/contact`)
  await write(page)
  await says(page, "contact_test_mode")
  await page.clock.runFor(9_500)
  await says(page, "contact_countdown_one")
}

async function newsletter(page: Page, url: string) {
  await page.goto(url)
  await alive(page, { isHeld: true })
  const subscribe = async (email: string) => {
    await page.locator("#newsletter-email").fill(email)
    await page.locator(".news form").evaluate((form: HTMLFormElement) => form.requestSubmit())
  }
  await subscribe("reader@")
  await says(page, "newsletter_bad_email")
  for (const key of ["newsletter_thanks", "newsletter_already_form"] as const) {
    await page.goto(url)
    await alive(page, { isHeld: true })
    await subscribe("reader@mail.example")
    await said(page, key)
    await says(page, "newsletter_done")
  }
  for (const [key, status, json, method] of [
    ["newsletter_unavailable", 401, { code: "42501" }, "POST"],
    ["newsletter_error", 500, {}, "GET"],
  ] as const) {
    await page.route("**/rest/v1/newsletter_subscriptions*", (route) =>
      route.request().method() === method ? route.fulfill({ status, json }) : route.continue(),
    )
    await page.goto(url)
    await alive(page, { isHeld: true })
    await subscribe("other@mail.example")
    await said(page, key)
    await page.unroute("**/rest/v1/newsletter_subscriptions*")
  }
}

async function careers(page: Page, url: string) {
  await page.goto(`${url}/careers`)
  await alive(page, { isHeld: true })
  await page.locator(".job a").first().click()
  await expect(page.locator(".jd")).toBeVisible()
  // A page that was loaded again keeps none for Back.
  await page.reload()
  let answer = () => {}
  const told = new Promise<void>((next) => {
    answer = next
  })
  await page.route(`${url}/careers`, async (route) => {
    await told
    await route.continue()
  })
  await page.goBack()
  await said(page, "jobs_loading")
  answer()
  await expect(page.locator(".job a").first()).toBeVisible()
}

async function apply(page: Page, url: string) {
  await page.locator(".job a").first().click()
  await page.locator(".apply .to-apply a").click()
  await expect(page.locator("#apply-name")).toBeVisible()
  await alive(page, { isHeld: true })
  await page.locator("#apply-name").fill("⟦name⟧")
  await page.locator("#apply-email").fill("visitor@mail.example")
  await page.locator("#apply-consent").check()
  const buffer = Buffer.from("%PDF-1.4")
  await page
    .locator("#apply-cv")
    .setInputFiles({ name: "⟦cv⟧", mimeType: "application/pdf", buffer })
  await expect(page.locator(".cvu button")).toBeVisible()
  const send = page.locator("form.ap [type=submit]")
  for (const [key, status, json] of [
    ["apply_failed", 503, {}],
    ["apply_sent_text", 200, { success: true, mailed: true }],
  ] as const) {
    let answer = () => {}
    const told = new Promise<void>((next) => {
      answer = next
    })
    await page.route(`${url}/functions/v1/submit-application`, async (route) => {
      await told
      await route.fulfill({ status, json })
    })
    await send.click()
    await said(page, "apply_sending")
    await said(page, "apply_cv_progress")
    answer()
    await says(page, key)
    await page.unroute(`${url}/functions/v1/submit-application`)
  }
}

import type { Locator, Page } from "@playwright/test"
import { z } from "zod"
import { invitationRules } from "../src/admin/users/rules"
import * as generated from "../src/lib/documents.gen"
import { pageHeads } from "../src/lib/schema.gen"
import { excessesIn, mistakesIn } from "./admin/mistakes"
import type { Site } from "./admin/site"
import { expect, reveal, test } from "./admin/test"

// The forms are tried by their own rules: a rule that is added is tried too, and one whose message does
// not show fails here.
// The identity and the words have rules that look at more than a value; their own tests try those.
const { shownUnder: _, site: _site, words: _words, pageHead: _heads, ...documents } = generated

const some = (document: { rules: z.ZodType }, ...fields: string[]) =>
  (document.rules as z.ZodObject).pick(
    Object.fromEntries(fields.map((one) => [one, true])) as never,
  )

// Screens that edit a part of a document.
const PARTS = {
  contact: some(generated.contact, "email", "location", "social_links"),
  contactPage: some(generated.contact, "description"),
  aboutText: some(generated.about, "intro_text", "approach_text"),
  processText: some(generated.process, "title", "subtitle"),
  siteHead: some(
    generated.site,
    "head_title",
    "head_description",
    "head_keywords",
    "head_image_url",
    "robots",
  ),
  homeHead: z.object({ "%2F": pageHeads.omit({ path: true }) }),
}

const RULES: Record<string, z.ZodType> = {
  ...Object.fromEntries(Object.entries(documents).map(([name, { rules }]) => [name, rules])),
  ...PARTS,
  // A currency is chosen and a day picked: nothing wrong can be typed.
  job: (generated.job.rules as z.ZodObject).omit({ salary_currency: true, closes_on: true }),
  invitation: invitationRules,
}

type Form = {
  path: string
  /** Opens the dialog that the form is in. */
  open?: RegExp
  send?: string
  /** The names of fields that are more than an input. */
  names?: Record<string, string>
  /** A table that is emptied first: its list is tried with an item that is added. */
  emptied?: string
  /** Fills a list to the brim, and names the button that adds one more. */
  lists?: Record<string, { fill: (site: Site, count: number) => Promise<unknown>; add: string }>
}

const patch = (path: string, row: (count: number) => object) => (site: Site, count: number) =>
  site.api(`/rest/v1/${path}`, { method: "PATCH", as: "admin", body: JSON.stringify(row(count)) })

const FORMS: Record<string, Form> = {
  about: {
    path: "/admin/about",
    names: {
      intro_text: "Intro text",
      approach_text: "Approach text",
      "why_ecommerce.0": "Reasons 1",
    },
    lists: {
      why_ecommerce: {
        fill: patch("about_content?id=gt.0", (count) => ({
          why_ecommerce: Array(count).fill("Because"),
        })),
        add: "Add reason",
      },
    },
  },
  aboutText: {
    path: "/admin/about-text",
    names: { intro_text: "Intro text", approach_text: "Approach text" },
  },
  job: {
    path: "/admin/careers",
    open: /^Edit Founding/,
    send: "Update",
    names: {
      about: "About",
      how_to_apply: "How to apply",
      "responsibilities.0": "Responsibilities 1",
      "qualifications.0": "Qualifications 1",
      "preferred.0": "Preferred 1",
    },
  },
  contact: { path: "/admin/contact" },
  contactPage: { path: "/admin/contact-page" },
  hero: {
    path: "/admin/hero",
    names: { subtitle: "Subtitle", "featured_areas.0.description": "Description" },
  },
  footer: {
    path: "/admin/footer",
    names: { company_description: "Company Description" },
    lists: {
      social_links: {
        fill: patch("footer_content?id=eq.1", (count) => ({
          social_links: Array(count).fill({ platform: "One", url: "https://one.example" }),
        })),
        add: "Add social link",
      },
    },
  },
  footerLink: { path: "/admin/footer?tab=links", open: /^New Section$/, send: "Add Link" },
  navigationLink: { path: "/admin/navigation", open: /^Edit Home$/, send: "Update Link" },
  company: { path: "/admin/portfolio", open: /^Edit Parchi$/, send: "Update Company" },
  homeHead: { path: "/admin/settings/search?page=%2F" },
  page: {
    path: "/admin/pages",
    open: /^Add page$/,
    send: "Add page",
    names: { body: "Text" },
  },
  letter: {
    path: "/admin/letters/write",
    send: "Save letter",
    names: { preheader: "Preview line", body: "Letter" },
  },
  redirect: { path: "/admin/settings/redirects", open: /^Add redirect$/, send: "Add redirect" },
  siteHead: { path: "/admin/settings/search", names: { robots: "Robots" } },
  processText: { path: "/admin/process-text" },
  process: { path: "/admin/process" },
  invitation: { path: "/admin/users", open: /^Invite user$/, send: "Make invitation link" },
  team: { path: "/admin/team", emptied: "team_members", names: { "members.0.company": "Bio" } },
}

// A form that needs no help is found by the name of its document.
const ALL = Object.keys(RULES).map(
  (name) => [name, FORMS[name] ?? { path: `/admin/${name}` }] as const,
)

for (const [name, form] of ALL)
  test(`${form.path} says each thing that can be wrong with ${name}`, async ({
    page,
    site,
    signIn,
    expects,
  }) => {
    // The preview of a picture asks for whatever is typed.
    if (/company|Head$/.test(name)) expects(/404|ERR_NAME|400|414/)
    // Of a link it is asked whether anything is there.
    if (/Link$|redirect/.test(name)) expects(/40[04]|414|431/)
    const rules = RULES[name] as z.ZodObject
    const excesses = excessesIn(rules)
    for (const { path, most } of excesses) await form.lists?.[path]?.fill(site, most)
    if (form.emptied)
      await site.api(`/rest/v1/${form.emptied}?id=gt.0`, { method: "DELETE", as: "admin" })
    await signIn("admin", form.path)
    if (form.open) await page.getByRole("button", { name: form.open }).first().click()
    const send = page.getByRole("button", { name: form.send ?? "Save Changes" }).last()
    const mistakes = mistakesIn(rules)
    let isSent = false
    for (const path of new Set(mistakes.map((one) => one.path))) {
      const field = fieldOf(page, form, path)
      await addFirst(page, field, path)
      const before = await typedIn(field)
      for (const { value, message } of mistakes.filter((one) => one.path === path)) {
        await field.fill(value)
        if (!isSent) {
          await send.click()
          await expect(page.locator("[aria-invalid=true]").first()).toBeFocused()
        }
        isSent = true
        await expect(field).toHaveAccessibleDescription(ending(message))
        await expect(page.getByText(message, { exact: true }).first()).toBeVisible()
      }
      await field.fill(before)
    }
    for (const { path, message } of excesses) {
      await page.getByRole("button", { name: form.lists?.[path]?.add }).click()
      await send.click()
      await expect(page.getByText(message, { exact: true })).toBeVisible()
    }
  })

const fieldOf = (page: Page, { names }: Form, path: string) =>
  names?.[path]
    ? page.getByRole("textbox", { name: names[path], exact: true }).first()
    : page.locator(`body [name="${path}"]`)

/** A list without items gets one, so that its fields are there. */
async function addFirst(page: Page, field: Locator, path: string) {
  await expect(page.locator("form").filter({ visible: true }).last()).toBeVisible()
  if (!/\.0(\.|$)/.test(path)) return reveal(page, path)
  const isFold =
    (await page.locator(`[data-fold][data-path="${path.split(".", 2).join(".")}"]`).count()) > 0
  if (isFold) await reveal(page, path)
  for (const add of await page.locator("[data-rows] [data-add]").all())
    if ((await field.count()) === 0) await add.click()
}

const typedIn = (field: Locator) =>
  field.evaluate((one) =>
    one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement ? one.value : "",
  )

const ending = (text: string) => new RegExp(`${text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`)

import { readdirSync } from "node:fs"
import type { Locator, Page } from "@playwright/test"
import type { z } from "zod"
import * as about from "../src/admin/about/rules"
import * as careers from "../src/admin/careers/rules"
import * as contact from "../src/admin/contact/rules"
import * as hero from "../src/admin/hero/rules"
import * as links from "../src/admin/links/rules"
import * as portfolio from "../src/admin/portfolio/rules"
import * as process from "../src/admin/process/rules"
import * as team from "../src/admin/team/rules"
import * as users from "../src/admin/users/rules"
import { excessesIn, mistakesIn } from "./admin/mistakes"
import type { Site } from "./admin/site"
import { expect, test } from "./admin/test"

// The forms are tried by their own rules: a rule that is added is tried too, and one whose message does
// not show fails here.
const FEATURES = { about, careers, contact, hero, links, portfolio, process, team, users }

const RULES: Record<string, z.ZodObject> = Object.assign({}, ...Object.values(FEATURES))

type Form = {
  path: string
  /** Opens the dialog that the form is in. */
  open?: RegExp
  send?: string
  /** The names of fields that are more than an input. */
  names?: Record<string, string>
  /** Fills a list to the brim, and names the button that adds one more. */
  lists?: Record<string, { fill: (site: Site, count: number) => Promise<unknown>; add: string }>
}

const patch = (path: string, row: (count: number) => object) => (site: Site, count: number) =>
  site.api(`/rest/v1/${path}`, { method: "PATCH", as: "admin", body: JSON.stringify(row(count)) })

const FORMS: Record<string, Form> = {
  aboutRules: {
    path: "/admin/about",
    names: {
      intro_text: "Intro text",
      approach_text: "Approach text",
      "why_ecommerce.0": "Why we build in commerce 1",
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
  aboutTextRules: {
    path: "/admin/about-text",
    names: { intro_text: "Intro text", approach_text: "Approach text" },
  },
  jobRules: {
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
  contactRules: { path: "/admin/contact" },
  descriptionRules: { path: "/admin/contact-page" },
  heroRules: {
    path: "/admin/hero",
    names: { subtitle: "Subtitle", "featured_areas.0.description": "Description" },
  },
  footerRules: {
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
  footerLinkRules: { path: "/admin/footer?tab=links", open: /^New Section$/, send: "Add Link" },
  navigationLinkRules: { path: "/admin/navigation", open: /^Edit Home$/, send: "Update Link" },
  companyRules: { path: "/admin/portfolio", open: /^Edit Parchi$/, send: "Update Company" },
  processTextRules: { path: "/admin/process-text" },
  processRules: { path: "/admin/process" },
  invitationRules: { path: "/admin/users", open: /^Invite user$/, send: "Make invitation link" },
  teamRules: { path: "/admin/team", names: { "members.0.company": "Bio" } },
}

test("every form with rules is tried below", () => {
  const features = readdirSync("src/admin", { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith("/rules.ts"))
    .map((path) => path.replace("/rules.ts", ""))
  expect(Object.keys(FEATURES).sort()).toEqual(features.sort())
  expect(Object.keys(FORMS).sort()).toEqual(Object.keys(RULES).sort())
})

for (const [name, form] of Object.entries(FORMS))
  test(`${form.path} says each thing that can be wrong with ${name}`, async ({
    page,
    site,
    signIn,
    expects,
  }) => {
    // The preview of a logo asks for whatever is typed.
    if (name === "companyRules") expects(/404|ERR_NAME|400|414/)
    const rules = RULES[name] as z.ZodObject
    const excesses = excessesIn(rules)
    for (const { path, most } of excesses) await form.lists?.[path]?.fill(site, most)
    await signIn("admin", form.path)
    if (form.open) await page.getByRole("button", { name: form.open }).first().click()
    const send = page.getByRole("button", { name: form.send ?? "Save Changes" }).last()
    const mistakes = mistakesIn(rules)
    let isSent = false
    for (const path of new Set(mistakes.map((one) => one.path))) {
      const field = fieldOf(page, form, path)
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
    : page.locator(`[name="${path}"]`)

const typedIn = (field: Locator) =>
  field.evaluate((one) =>
    one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement ? one.value : "",
  )

const ending = (text: string) => new RegExp(`${text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`)

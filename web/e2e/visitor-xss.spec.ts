import { readFileSync } from "node:fs"
import { expect, type Page, test } from "@playwright/test"
import { PEOPLE, Site } from "./admin/site"
import { enter } from "./admin/test"

const PAYLOADS: string[] = JSON.parse(
  readFileSync("../internal/schema/testdata/xss.json", "utf8"),
).filter((payload: string) => payload.length < 2000)

/** Pages that have a head of their own, besides the studio's. */
const HEADED = ["/", "/about", "/careers", "/contact"]

/** Sentences that a studio may write, each with its room. */
const WORDS = Object.entries(
  JSON.parse(readFileSync("src/identity/words.json", "utf8")).rows as Record<
    string,
    { kind: string; max: number }
  >,
).filter(([, { kind }]) => kind !== "seed")

/** Lists, which take a row for each payload, with their columns of text. */
const LISTS: Record<string, { texts: string[]; also?: (n: number) => object }> = {
  team_members: { texts: ["name", "position", "company"] },
  portfolio_companies: {
    texts: ["name", "description"],
    also: (n) => ({ display_order: n, website_url: "https://example.com/" }),
  },
  process_steps: {
    texts: ["title", "description"],
    also: (n) => ({ step_order: n + 1, icon: "Code" }),
  },
  navigation_links: { texts: ["name"], also: (n) => ({ order: n + 1, path: "/about" }) },
  footer_links: {
    texts: ["name"],
    also: (n) => ({ order: n + 1, path: "/about", section: "company" }),
  },
  featured_areas: { texts: ["title", "description"], also: () => ({ hero_id: 1 }) },
  focus_areas: { texts: ["title", "description"], also: () => ({ about_id: 1 }) },
  social_links: {
    texts: ["platform"],
    also: () => ({ contact_id: 1, url: "https://example.com/" }),
  },
  site_words: { texts: ["text"], also: (n) => ({ key: WORDS[n]?.[0] }) },
  pages: { texts: ["title", "body"], also: (n) => ({ slug: `page-${n}` }) },
  page_heads: {
    texts: ["title", "description"],
    also: (n) => ({ path: n < HEADED.length ? HEADED[n] : `/page-${n}` }),
  },
  job_listings: { texts: ["title", "location", "about", "how_to_apply"] },
  job_responsibilities: { texts: ["description"], also: () => ({ job_id: 1 }) },
  job_qualifications: { texts: ["description"], also: () => ({ job_id: 1 }) },
  job_preferred: { texts: ["description"], also: () => ({ job_id: 1 }) },
  contact_form_submissions: {
    texts: ["name", "subject", "message"],
    also: () => ({ email: "n@example.com" }),
  },
}

/** Documents of one row, which take some payloads at a time. */
const DOCUMENTS: Record<string, string[]> = {
  hero_content: ["title", "subtitle", "cta_primary_text", "cta_secondary_text"],
  about_content: ["intro_text", "approach_text"],
  process_content: ["title", "subtitle"],
  contact_info: ["location", "description"],
  footer_content: ["company_description", "location"],
  site_settings: ["name", "city", "country", "head_title", "head_description", "head_keywords"],
  "job_listings?id=eq.1": ["title", "location", "about", "how_to_apply"],
  "user_profiles?role=eq.admin": ["name"],
}

/** What the server alone writes, from the others. */
const DERIVED = ["activity", "revisions"]

/** Columns of text that hold no free text: addresses, names of icons, what the server writes. */
const BOUND =
  /(url|path|email|slug|icon|section|section_name|_at|_id|role|spam_reasons|language|time_zone|robots|key)$/

const ADMIN = [
  "navigation hero process portfolio about-text process-text team contact contact-page careers footer messages subscribers activity trash users pages settings/identity settings/words settings/search settings/redirects",
].flatMap((names) => names.split(" "))

const TINY = /^site_settings (name|city|country)$/
const SHORT = /^(name|title|location|position|platform|subject|cta_\w+)$/
const room = (column: string, table = "") =>
  TINY.test(`${table} ${column}`) ? 40 : SHORT.test(column) || /^head_/.test(column) ? 200 : 9000
// A short column of a document takes fifty rounds for all of them; lists take them in one.
const ROUNDS = process.env.VITRINE_TEST_SOAK ? Number.POSITIVE_INFINITY : 4

test("no text that anybody stores is run as a script", async ({ page }) => {
  // Pages with hundreds of rows, on a machine that may be busy; and many of them in a soak.
  test.setTimeout(process.env.VITRINE_TEST_SOAK ? 900_000 : 600_000)
  const site = await Site.open()
  try {
    const write = await writer(site)
    const heard = await watch(page, site.url)
    let visits = 0
    const left = documents()
    for (let round = 0; round < ROUNDS && left.some(({ payloads }) => payloads.length); round++) {
      await fillDocuments(write, left)
      visits += await walk(page, site, ["/", "/about", "/careers", "/contact"])
    }
    await fillLists(write)
    const own = PAYLOADS.slice(0, 10).map((_, n) => `/page-${n}`)
    visits += await walk(page, site, ["/", "/about", "/careers", "/contact", ...own])
    await page.goto(`${site.url}/careers`)
    await page.locator("main a[href^='/careers/']").first().click()
    await page.waitForURL("**/careers/*")
    await page.goto(`${site.url}/admin`)
    await enter(page, "admin")
    await page.waitForURL(`${site.url}/admin`)
    visits += await walk(
      page,
      site,
      ADMIN.map((name) => `/admin/${name}`),
    )
    await page.goto(`${site.url}/admin/messages`)
    await page
      .locator("main")
      .getByRole("button", { name: /view|open|read/i })
      .first()
      .click()
    expect(heard).toEqual([])
    const lists = Object.values(LISTS).flatMap((list) => list.texts).length
    const columns = lists + left.length
    const tried = columns * PAYLOADS.length - left.flatMap(({ payloads }) => payloads).length
    console.log(
      `figures visitor-xss.spec.ts: ${PAYLOADS.length} payloads in ${columns} columns, ${tried} times in all, ${visits} pages in Chromium, 0 scripts run, 0 reports of the policy`,
    )
  } finally {
    await site.close()
  }
})

/** Counts every sign that something ran, or that the policy had to stop it. */
async function watch(page: Page, origin: string): Promise<string[]> {
  const heard: string[] = []
  page.on("dialog", (dialog) => {
    heard.push(`a dialog: ${dialog.message()}`)
    dialog.dismiss()
  })
  page.on("console", (message) => {
    if (/content security policy|trusted/i.test(message.text())) heard.push(message.text())
  })
  page.on("pageerror", (error) => heard.push(error.message))
  await page.route(
    (url) => url.origin !== origin,
    (route) => {
      heard.push(`a request elsewhere: ${route.request().url()}`)
      return route.abort()
    },
  )
  await page.exposeFunction("ran", (what: string) => heard.push(what))
  await page.addInitScript(() => {
    const tell = (what: string) => (window as unknown as { ran(what: string): void }).ran(what)
    for (const name of ["alert", "confirm", "prompt", "print"] as const)
      Object.defineProperty(window, name, { value: () => tell(`${name} was called`) })
    document.addEventListener("securitypolicyviolation", (event) =>
      tell(
        `the policy stopped ${event.violatedDirective} ${event.blockedURI} on ${location.pathname}`,
      ),
    )
  })
  return heard
}

async function walk(page: Page, site: Site, paths: string[]): Promise<number> {
  for (const path of paths) {
    await page.goto(site.url + path, { waitUntil: "load" })
    await page.locator("main").first().waitFor()
    // Handlers and addresses that would run only when someone points or clicks.
    const armed = await page.evaluate(() =>
      [...document.querySelectorAll("*")].flatMap((node) =>
        [...node.attributes]
          .filter(({ name, value }) =>
            /^(href|src|srcdoc|action|formaction|data|xlink:href)$/.test(name)
              ? /^\s*(javascript|vbscript|data:text)/i.test(value)
              : name.startsWith("on"),
          )
          .map(({ name, value }) => `${node.tagName} ${name}=${value}`),
      ),
    )
    expect(armed, path).toEqual([])
  }
  return paths.length
}

type Write = (method: string, path: string, body: object) => Promise<void>

async function writer(site: Site): Promise<Write> {
  const headers: Record<string, string> = {
    apikey: "sb_publishable_vitrine",
    "content-type": "application/json",
  }
  const session = await fetch(`${site.url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers,
    body: JSON.stringify(PEOPLE.admin),
  })
  headers.authorization = `Bearer ${((await session.json()) as { access_token: string }).access_token}`
  const shape = (await (await fetch(`${site.url}/rest/v1/`, { headers })).json()) as {
    definitions: Record<string, { properties: Record<string, { type: string }> }>
  }
  const tried: Record<string, string[]> = {}
  for (const [table, texts] of Object.entries(DOCUMENTS)) tried[table.split("?")[0] ?? ""] = texts
  for (const [table, { texts }] of Object.entries(LISTS)) tried[table] = texts
  for (const [table, { properties }] of Object.entries(shape.definitions)) {
    if (DERIVED.includes(table)) continue
    const free = Object.entries(properties)
      .filter(([column, { type }]) => type === "string" && !BOUND.test(column))
      .map(([column]) => column)
    expect([...(tried[table] ?? [])].sort(), table).toEqual(free.sort())
  }
  return async (method, path, body) => {
    const answer = await fetch(`${site.url}/rest/v1/${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  }
}

async function fillLists(write: Write) {
  for (const [table, { texts, also }] of Object.entries(LISTS)) {
    // Visitors' text loses its tags, and may not be empty then.
    const before = table === "contact_form_submissions" ? "x " : ""
    const rows = PAYLOADS.map((payload, n) => ({
      ...also?.(n),
      ...Object.fromEntries(
        texts.map((column) => [column, fitted(table, column, n, before + payload)]),
      ),
    }))
    await write("POST", table, rows)
  }
}

/** As much of a payload as a row of a list holds. A sentence takes no placeholder that it does not know. */
function fitted(table: string, column: string, n: number, text: string): string {
  if (table === "site_words") return text.replace(/\{[a-z_]*\}/g, "").slice(0, WORDS[n]?.[1].max)
  if (table === "page_heads") return text.slice(0, 300)
  return text.slice(0, room(column))
}

type Left = { table: string; column: string; payloads: string[] }

/** The columns of documents with what they are still to hold, every other one from the end. */
const documents = (): Left[] =>
  Object.entries(DOCUMENTS)
    .flatMap(([table, columns]) => columns.map((column) => ({ table, column })))
    .map((one, n) => ({ ...one, payloads: n % 2 ? PAYLOADS.toReversed() : [...PAYLOADS] }))

/** Gives every column as much of what is left as it has room for. */
async function fillDocuments(write: Write, left: Left[]) {
  const rows: Record<string, Record<string, string>> = {}
  for (const { table, column, payloads } of left) {
    let text = payloads.shift()?.slice(0, room(column, table))
    if (text === undefined) continue
    while (payloads[0] && text.length + 1 + payloads[0].length <= room(column, table))
      text += ` ${payloads.shift()}`
    rows[table] = { ...rows[table], [column]: text }
  }
  for (const [table, row] of Object.entries(rows))
    await write("PATCH", table.includes("?") ? table : `${table}?id=gt.0`, row)
}

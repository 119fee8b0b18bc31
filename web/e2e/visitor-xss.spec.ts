import { readFileSync } from "node:fs"
import { expect, type Page, test } from "@playwright/test"
import { apply, jobs } from "./admin/apply"
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
  letters: { texts: ["subject", "preheader", "body"] },
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
  notes: {
    texts: ["text"],
    also: () => ({ about_table: "contact_form_submissions", about_id: 1 }),
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
  media: ["alt"],
}

/** What the server alone writes, from the others. */
const DERIVED = [
  "activity",
  "revisions",
  "letter_deliveries",
  "visit_days",
  "message_replies",
  "application_events",
]

/** What applicants type, which a function takes. */
const APPLIED = ["name", "links", "note"]

/** What the server alone writes of a table. */
const WRITTEN: Record<string, string[]> = {
  media: ["bucket", "name", "file_name", "mime_type"],
  letters: ["audience", "status", "paused_because"],
  newsletter_subscriptions: ["status", "consent"],
  contact_form_submissions: ["state", "assigned_to"],
  notes: ["about_table"],
  job_applications: [
    "job_title",
    "cv_name",
    "cv_file_name",
    "consent",
    "keep_until",
    "scan",
    "scan_note",
    "stage",
    "outcome",
    "assigned_to",
    "once",
  ],
  mail_settings: [
    "dkim_public",
    "dkim_selector",
    "host",
    "mail_from",
    "mail_to",
    "updated_by",
    "username",
  ],
}

/** Columns of text that hold no free text: addresses, names of icons, choices, days, what the server writes. */
const BOUND =
  /(employment_type|workplace|salary_currency|salary_period|closes_on|url|path|email|slug|icon|section|section_name|_at|_id|role|spam_reasons|language|time_zone|robots|key)$/

const ADMIN = [
  "navigation hero process portfolio about-text process-text team contact contact-page careers footer messages applicants applicants?view=list applicants?show=held applicants?open=1 letters subscribers activity trash users pages media settings/identity settings/words settings/search settings/redirects settings/mail",
].flatMap((names) => names.split(" "))

/** Where each document is edited, by the names of the server. */
const EDITORS: Record<string, string> = {
  hero: "hero",
  process: "process",
  team: "team",
  about: "about",
  contact: "contact",
  footer: "footer",
  site: "settings/identity",
  words: "settings/words",
  page_head: "settings/search",
  job: "careers?edit",
  company: "portfolio?edit",
  navigation_link: "navigation?edit",
  footer_link: "footer?edit",
  page: "pages?edit",
  letter: "letters?edit",
  redirect: "settings/redirects?edit",
}

const TINY = /^site_settings (name|city|country)$/
const SHORT = /^(name|title|location|position|platform|subject|preheader|alt|cta_\w+)$/
const room = (column: string, table = "") =>
  TINY.test(`${table} ${column}`) ? 40 : SHORT.test(column) || /^head_/.test(column) ? 200 : 9000
// A short column of a document takes fifty rounds for all of them; lists take them in one.
const ROUNDS = process.env.VITRINE_TEST_SOAK ? Number.POSITIVE_INFINITY : 4

test("no text that anybody stores is run as a script", async ({ page }) => {
  // Pages with hundreds of rows, on a machine that may be busy; and many of them in a soak.
  test.setTimeout(1_800_000)
  const site = await Site.open()
  try {
    await upload(site)
    const write = await writer(site)
    const heard = await watch(page, site.url)
    let visits = 0
    const left = documents()
    for (let round = 0; round < ROUNDS && left.some(({ payloads }) => payloads.length); round++) {
      await fillDocuments(write, left)
      visits += await walk(page, site, ["/", "/about", "/careers", "/contact"])
    }
    await fillLists(write)
    await write("POST", "redirects", {
      from_path: "/old'onload=alert(1)",
      to_path: "/about?a='&b=`",
    })
    await write("POST", "rpc/save_mail_settings", {
      host: "127.0.0.1",
      port: 1,
      username: PAYLOADS.join("").slice(0, 300),
      mail_from: "studio@example.com",
      mail_to: "",
      dkim_selector: "",
      sign: false,
    })
    const [job] = await jobs(site)
    for (const [n, payload] of PAYLOADS.entries()) {
      // Visitors' text loses its tags, and may not be empty then.
      const typed = `x ${payload}`
      await apply(site, job?.id ?? 0, {
        name: typed.slice(0, 200),
        email: `n${n}@example.com`,
        links: typed.slice(0, 2000),
        note: typed,
      })
    }
    const own = PAYLOADS.slice(0, 10).map((_, n) => `/page-${n}`)
    visits += await walk(page, site, ["/", "/about", "/careers", "/contact", ...own])
    await page.goto(`${site.url}/careers`)
    await page.locator("main a[href^='/careers/']").first().click()
    await page.waitForURL("**/careers/*")
    // Before: those who sign in often end their first sessions.
    const versions = await versionsOf(site)
    await page.goto(`${site.url}/admin`)
    await enter(page, "admin")
    await page.waitForURL(`${site.url}/admin`)
    visits += await walk(
      page,
      site,
      ADMIN.map((name) => `/admin/${name}`),
    )
    const drawers = await walk(page, site, versions)
    // The one with the notes, and then another whole.
    visits += await walk(page, site, ["/admin/messages?open=1"])
    await expect(page.locator(".desk-item")).toHaveCount(PAYLOADS.length)
    await page
      .locator("main")
      .getByRole("button", { name: /^View full message/ })
      .first()
      .click()
    expect(heard).toEqual([])
    const lists = Object.values(LISTS).flatMap((list) => list.texts).length
    const columns = lists + APPLIED.length + left.length
    const tried = columns * PAYLOADS.length - left.flatMap(({ payloads }) => payloads).length
    console.log(
      `figures visitor-xss.spec.ts: ${PAYLOADS.length} payloads in ${columns} columns, ${tried} times in all, ${visits} pages and ${drawers} drawers of history in Chromium, 0 scripts run, 0 reports of the policy`,
    )
  } finally {
    await page.close()
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
    // An open version shows what it holds beside what is on the site.
    if (path.includes("history=")) await page.locator(".version-open").first().waitFor()
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

/** The editor of each document at its versions: the newest of what there is one of, and an entry of each list. */
async function versionsOf(site: Site): Promise<string[]> {
  const paths: string[] = []
  for (const [document, path] of Object.entries(EDITORS)) {
    const [screen, isEntry] = [path.replace("?edit", ""), path.includes("edit")]
    const rows: { id: number; document_id: string }[] = await site.api(
      `/rest/v1/revisions?document=eq.${document}&action=neq.deleted&select=id,document_id&order=id.desc&limit=2`,
      { as: "admin" },
    )
    expect(rows.length, document).toBeGreaterThan(0)
    for (const { id, document_id } of rows)
      paths.push(
        `/admin/${screen}?${isEntry ? `edit=${document_id}&` : ""}history=${document}.${id}`,
      )
  }
  return paths
}

const DOT =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="

/** A picture to describe. */
async function upload(site: Site) {
  const { access_token } = await site.session("admin")
  const answer = await fetch(`${site.url}/storage/v1/object/media/dot.png`, {
    method: "POST",
    headers: { authorization: `Bearer ${access_token}`, "content-type": "image/png" },
    body: Buffer.from(DOT, "base64"),
  })
  expect(answer.status, await answer.text()).toBe(200)
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
  tried.job_applications = APPLIED
  for (const [table, { properties }] of Object.entries(shape.definitions)) {
    if (DERIVED.includes(table)) continue
    const free = Object.entries(properties)
      .filter(([column, { type }]) => type === "string" && !BOUND.test(column))
      .filter(([column]) => !WRITTEN[table]?.includes(column))
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

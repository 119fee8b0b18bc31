import { apply, jobs, pdf } from "./apply"
import type { Site } from "./site"

const DAY = 86_400_000

const MESSAGES: [days: number, subject: string, name: string, message: string][] = [
  [
    0,
    "Pilot for a saree wholesaler",
    "A shop in Surat",
    "We sell 4,000 designs by phone and photo. Could an agent take reorders from our regular shops? We would start with forty of them.",
  ],
  [
    0,
    "Returns data you could use",
    "A logistics company",
    "We handle returns for nine marketplaces and know why things come back. Perhaps one of your ventures wants to know it too.",
  ],
  [
    0,
    "Founder in residence?",
    "A product manager in Pune",
    "I have spent six years on catalogues. Do you take people before there is an idea?",
  ],
  [
    2,
    "Speaking request, retail meetup",
    "An events team",
    "Would someone from the studio show a working agent on stage in December? Fifteen minutes, then questions.",
  ],
]
// How many more arrived so many days ago.
const EARLIER: Record<number, number> = { 2: 1, 4: 1, 5: 4, 6: 1, 7: 2, 8: 3, 11: 1, 12: 2 }

const ago = (days: number, minutes = 0) =>
  new Date(Date.now() - days * DAY - minutes * 60_000).toISOString()

/** Fills a site as one that has been open for a while. */
export async function fill(site: Site) {
  const post = (table: string, rows: object) =>
    site.api(`/rest/v1/${table}`, { method: "POST", as: "admin", body: JSON.stringify(rows) })
  const earlier = Object.entries(EARLIER).flatMap(([days, count]) =>
    Array.from({ length: count }, (_, n): (typeof MESSAGES)[0] => [
      Number(days),
      `Stock for the season, part ${n + 1}`,
      "A buyer in Jaipur",
      "We are looking for a partner for the coming season.",
    ]),
  )
  await post(
    "contact_form_submissions",
    [...MESSAGES, ...earlier].map(([days, subject, name, message], n) => ({
      name,
      subject,
      message,
      email: `visitor${n}@example.com`,
      created_at: ago(days, n),
    })),
  )
  const names = ["orders", "hello", "meera.iyer", "kabir", "shop", "reader", "post", "anita.das"]
  await post(
    "newsletter_subscriptions",
    Array.from({ length: 412 }, (_, n) => ({
      email: `${names[n % names.length]}${n}@example.${["com", "org", "in"][n % 3]}`,
      created_at: ago(n < 150 ? (84 * n * (250 - n / 2)) / (150 * 175) : 85 + n),
    })),
  )
  await post("portfolio_companies", {
    name: "Nyota",
    description:
      "Plans a week of groceries from a family’s habits, and reorders before anyone asks.",
    website_url: "https://nyota.example",
    is_active: false,
    display_order: 3,
  })
  await post("footer_links", [
    { name: "Press kit", path: "/press", section: "Resources", order: 2, is_visible: true },
    { name: "Privacy", path: "/privacy", section: "Resources", order: 3, is_visible: false },
  ])
  await fillDesk(site)
  await site.api("/auth/v1/logout?scope=global", { method: "POST", as: "admin" })
}

const APPLICANTS = [
  ["Meera Iyer", "new"],
  ["Kabir Sethi", "new"],
  ["Anita Das", "read"],
  ["Jonas Weber", "talking"],
  ["Rhea Thomas", "offer"],
] as const

/** People who applied, in the stages of the board, and a letter that is being written. */
async function fillDesk(site: Site) {
  const call = (name: string, args: object) =>
    site.api(`/rest/v1/rpc/${name}`, { method: "POST", as: "admin", body: JSON.stringify(args) })
  const open = await jobs(site)
  for (const [n, [name, stage]] of APPLICANTS.entries()) {
    const email = `${name.toLowerCase().replace(" ", ".")}@example.com`
    const note = "I built the returns desk of a marketplace, and ran it for two years."
    const cv = pdf([name, "Two years at a returns desk"])
    await apply(site, open[n % open.length]?.id ?? 1, { name, email, note, cv, keep: n % 2 === 0 })
    const [{ id }] = await site.api(`/rest/v1/job_applications?email=eq.${email}`, { as: "admin" })
    if (stage !== "new") await call("save_application", { id, stage })
  }
  const [{ id, version, title }] = await site.api("/rest/v1/hero_content")
  await call("save_hero", {
    id,
    version,
    title: "Machines are going shopping. We build the stores.",
  })
  await call("save_hero", { id, version: version + 1, title })
  await call("save_letter", {
    subject: "Three gaps on the shelf",
    preheader: "What we looked at in November, and what we build next.",
    body: "<p>In November we stood in forty shops and asked what nobody delivers.</p><p>Three answers came back again and again.</p>",
  })
}

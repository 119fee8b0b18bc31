import { counted, fullMoment, shortDate } from "@/lib/format"
import { kindOf } from "../kinds/kinds"
import type { Everything, Place, Receipt } from "./api"

type Look = "plain" | "on" | "warn"

const LOOKS: Record<string, Look> = {
  confirmed: "on",
  pending: "warn",
  sent: "on",
  failed: "warn",
  bounced: "warn",
  unknown: "warn",
}

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** How a subscription or a copy of a letter stands. */
export const standing = (status: string): { text: string; look: Look } => ({
  text: capital(status),
  look: LOOKS[status] ?? "plain",
})

/** What the rows of a table are called, one and several. */
const ROWS: Record<string, { label: string; one: string; many?: string }> = {
  contact_form_submissions: { label: "Messages", one: "message" },
  newsletter_subscriptions: { label: "Subscription", one: "subscription" },
  job_applications: { label: "Applications", one: "application" },
  application_events: {
    label: "History of applications",
    one: "line of history",
    many: "lines of history",
  },
  letter_deliveries: { label: "Letters", one: "letter" },
  message_replies: { label: "Answers", one: "answer" },
  notes: { label: "Notes", one: "note" },
  mails: { label: "Mails", one: "mail" },
  trash: { label: "In Trash", one: "thing in Trash", many: "things in Trash" },
}

const named = (table: string) =>
  ROWS[table] ?? { label: capital(table.replaceAll("_", " ")), one: "row of other data" }

/** "3 messages" */
export function some(rows: number, table: string): string {
  const { one, many } = named(table)
  return counted(rows, one, many)
}

/** What would be erased: "3 messages", "1 subscription". */
export const amounts = ({ mentioned: _, ...tables }: Everything): string[] =>
  Object.keys(ROWS)
    .filter((table) => tables[table]?.length)
    .map((table) => some(tables[table]?.length ?? 0, table))

/** The lines of the receipt about what is gone, those of no rows left out. */
export function goneOf({ gone }: Receipt): [string, string][] {
  const order = Object.keys(ROWS)
  return gone
    .filter(({ rows }) => rows > 0)
    .toSorted((a, b) => order.indexOf(a.what) - order.indexOf(b.what))
    .map(({ what, rows }) => [named(what).label, detail(what, rows)])
}

function detail(table: string, rows: number): string {
  switch (table) {
    case "newsletter_subscriptions":
      return "1, with its consent"
    case "letter_deliveries":
      return `${counted(rows, "line")} in the lists of who got them`
    default:
      return String(rows)
  }
}

export const CODE = "Made from the address, cannot be read back. Imports skip whoever matches it."

/** When what is not in the database by now is gone too. */
export const laterOf = ({ backups_until }: Receipt): [string, string][] => [
  ["Database", "Freed space is written over as the site goes on."],
  [
    "Backups",
    backups_until
      ? `${shortDate(backups_until)}, the last that holds it.`
      : "The site makes none. Copies made by hand are yours to delete.",
  ],
]

export const AGAIN = "A backup that is put back before then is cleaned again at once."

/** Where somebody else mentions the address. */
export function placeOf({ table, title }: Place): string {
  switch (table) {
    case "contact_form_submissions":
      return `Message from ${title}`
    case "job_applications":
      return `Application of ${title}`
    case "revisions": {
      const kind = kindOf(title)
      return `An older version: ${"label" in kind ? kind.label : kind.noun}`
    }
    default:
      return `${capital(table.replaceAll("_", " "))}${title && `: ${title}`}`
  }
}

/** The receipt to pass on. It names no other person. */
export function asText(email: string, at: number, receipt: Receipt): string {
  const lines = (rows: [string, string][]) => rows.map(([what, text]) => `- ${what}: ${text}`)
  const gone = goneOf(receipt)
  return [
    `Erased: ${email}, ${fullMoment(at)}`,
    "",
    "Gone now",
    ...(gone.length > 0 ? lines(gone) : ["- Nothing was stored."]),
    "",
    "Gone later",
    ...lines(laterOf(receipt)),
    `- ${AGAIN}`,
    "",
    "Stays",
    ...(receipt.stays.length > 0
      ? [`- ${counted(receipt.stays.length, "mention")} in what others wrote`]
      : []),
    `- A code: ${CODE}`,
    "",
  ].join("\n")
}

import { kindOf } from "../kinds/kinds"
import type { Deed, Version } from "./api"

/** "deleted the job" and "Thermal engineer", which follow the person's name; more stands below. */
export type Sentence = { verb: string; object: string; after?: string; more?: string }

const VERBS: Record<string, string> = {
  created: "added",
  saved: "changed",
  deleted: "deleted",
  restored: "put back",
  reordered: "moved",
  imported: "brought in",
  disabled: "disabled",
  enabled: "enabled",
  removed: "removed",
}

/** What was done, in words. */
export function inWords(deed: Deed, version?: Version): Sentence {
  const { action, document, summary } = deed
  const [name = "", role = ""] = split(summary)
  switch (action) {
    case "signed_in":
      return { verb: "signed in", object: "" }
    case "invited":
      return { verb: "invited", object: name, more: role && `As ${role}` }
    case "role_changed":
      return { verb: "changed the role of", object: name, more: role && `Now ${role}` }
    case "factors_reset":
      return { verb: "reset the second factor of", object: name }
    case "exported":
      return { verb: "exported the", object: document === "subscriber" ? "subscribers" : document }
    case "purged":
      return { ...thing("deleted", document, summary), after: "for good" }
    default:
      return {
        ...thing(VERBS[action] ?? action, document, summary),
        more: action === "saved" ? fieldsOf(version?.changed) : undefined,
      }
  }
}

// "ada@example.com as editor": an address has no spaces.
const split = (summary: string) => summary.split(/ (?:as|to) (?=\w+$)/)

function thing(verb: string, document: string, name: string) {
  const kind = kindOf(document)
  if ("label" in kind) return { verb, object: kind.label }
  // A message goes by the name of who wrote it.
  if (document === "message" && name) return { verb: `${verb} the message from`, object: name }
  return name
    ? { verb: `${verb} the ${kind.noun}`, object: name }
    : { verb: `${verb} a ${kind.noun}`, object: "" }
}

// Some columns are called otherwise than what people fill in.
const CALLED: Record<string, string> = {
  is_visible: "Visible",
  is_active: "Active",
  company: "Bio",
  display_order: "Order",
  cta_primary_text: "Primary button",
  cta_secondary_text: "Secondary button",
  why_ecommerce: "Reasons",
}

/** "Title, Featured areas" */
export const fieldsOf = (changed: string[] = []): string | undefined =>
  changed.map((name) => CALLED[name] ?? capital(name.replaceAll("_", " "))).join(", ") || undefined

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The whole of it on one line. */
export const asLine = (who: string, { verb, object, after, more }: Sentence) =>
  [[who, verb, object, after].filter(Boolean).join(" "), more].filter(Boolean).join(", ")

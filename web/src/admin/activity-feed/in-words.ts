import { counted } from "@/lib/format"
import { capital, fieldName } from "../kinds/field-name"
import { kindOf } from "../kinds/kinds"
import type { Entry, Version } from "./api"

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
  letter_draft: "called off",
  letter_scheduled: "scheduled",
  letter_sending: "went on sending",
  letter_paused: "paused",
  letter_cancelled: "stopped",
}

const EXPORTS: Record<string, string> = {
  activity: "the activity",
  application: "the applicants",
  person: "the data of a person",
  subscriber: "the subscribers",
}

/** What was done, in words. */
export function inWords(entry: Entry, version?: Version): Sentence {
  const { action, document, summary } = entry
  const [name = "", role = ""] = split(summary)
  switch (action) {
    case "signed_in":
      return { verb: "signed in", object: "" }
    case "invited":
      return { verb: "invited", object: name, more: role && `As ${role}` }
    case "added":
      return { verb: "added the user", object: name, more: role && `As ${role}` }
    case "role_changed":
      return { verb: "changed the role of", object: name, more: role && `Now ${role}` }
    case "factors_reset":
      return { verb: "reset the second factor of", object: name }
    case "exported":
      return document === "letter"
        ? { verb: "exported who got the letter", object: summary }
        : { verb: "exported", object: EXPORTS[document] ?? document }
    case "imported":
      if (document === "subscriber")
        return { verb: "imported", object: counted(Number(summary), "subscriber") }
      break
    case "erased":
      return { verb: "erased a person", object: "" }
    case "purged":
      return { ...thing("deleted", document, summary), after: "for good" }
  }
  return {
    ...thing(VERBS[action] ?? action, document, summary),
    more: action === "saved" ? fieldsOf(version?.changed) : undefined,
  }
}

// "ada@example.com as editor": an address has no spaces.
const split = (summary: string) => summary.split(/ (?:as|to) (?=\w+$)/)

function thing(verb: string, document: string, name: string) {
  const kind = kindOf(document)
  if ("label" in kind) return { verb, object: kind.label }
  if (document === "section")
    return { verb: `${verb} the section`, object: name.replaceAll("_", " ") }
  // A message goes by the name of who wrote it.
  if (document === "message" && name) return { verb: `${verb} the message from`, object: name }
  if (document === "application" && name)
    return { verb: `${verb} the application of`, object: name }
  return name
    ? { verb: `${verb} the ${kind.noun}`, object: name }
    : { verb: `${verb} ${/^[aeiou]/.test(kind.noun) ? "an" : "a"} ${kind.noun}`, object: "" }
}

/** "Title, Featured areas" */
const fieldsOf = (changed: string[] = []): string | undefined =>
  changed.map(fieldName).join(", ") || undefined

/** "Moved Careers", where it is known what it is about. */
export function inShort({ action, document, summary }: Entry): string {
  const { object } = thing("", document, summary)
  return action === "reordered"
    ? "Changed the order"
    : `${capital(VERBS[action] ?? action)} ${object || "one"}`
}

/** The whole of it on one line. */
export const asLine = (who: string, { verb, object, after, more }: Sentence) =>
  [[who, verb, object, after].filter(Boolean).join(" "), more].filter(Boolean).join(", ")

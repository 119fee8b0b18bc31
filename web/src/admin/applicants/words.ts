import { type HistoryEvent, OUTCOMES, type Outcome, STAGE_NAMES, type Stage } from "./stages"

/** What somebody did with an application, after their name. */
export function eventInWords(
  { kind, text, subject }: Pick<HistoryEvent, "kind" | "text" | "subject">,
  nameOf: (email: string) => string,
): string {
  switch (kind) {
    case "stage": {
      const [stage = "", outcome = ""] = text.split(" ")
      const name = STAGE_NAMES[stage as Stage] ?? stage
      const end = outcome ? OUTCOMES[outcome as Outcome]?.toLowerCase() : ""
      return `moved it to ${name}${end ? `, ${end}` : ""}`
    }
    case "assigned":
      return text ? `gave it to ${nameOf(text)}` : "gave it to nobody"
    case "opened":
      return "opened it"
    case "cv":
      return "looked at the CV"
    case "mail":
      return `wrote “${subject}”`
  }
}

const KB = 1000

/** "184 KB", as people say it. */
export function sizeOf(bytes: number): string {
  if (bytes < KB) return `${bytes} bytes`
  if (bytes < KB * KB) return `${Math.round(bytes / KB)} KB`
  return `${(bytes / (KB * KB)).toFixed(1)} MB`
}

/** The lines of what an applicant typed as links. */
export const linesOf = (links: string): string[] =>
  links.split(/[\s,]+/).filter((line) => line !== "")

/** A web address of what was typed, which may lack its beginning; undefined where it is none. */
export function webAddress(typed: string): string | undefined {
  const address = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`
  if (!URL.canParse(address)) return undefined
  const { protocol, hostname, username, href } = new URL(address)
  const isWeb = protocol === "https:" || protocol === "http:"
  // A name before an @ passes for the host of another.
  return isWeb && username === "" && hostname.includes(".") ? href : undefined
}

import { useQuery } from "@tanstack/react-query"
import { type Word, type WordKey, wordsOf } from "@/identity/words"
import { queryOf } from "@/lib/document"
import { site, words } from "@/lib/documents.gen"
import type { Application } from "./stages"

/** The mails that staff begin with; "empty" is a blank one. */
export const TEMPLATES = {
  received: "Received",
  invite: "Invitation",
  reject: "Refusal",
  empty: "Empty",
} as const
export type Template = keyof typeof TEMPLATES

export type Draft = { subject: string; text: string }

/** A template filled in for an applicant. */
export function filledIn(template: Template, row: Application, say: Word): Draft {
  const fill = (part: "subject" | "text") =>
    template === "empty"
      ? ""
      : say(`mail_applicant_${template}_${part}` as WordKey, {
          name: row.name,
          job: row.job_title,
        })
  return { subject: fill("subject"), text: fill("text") }
}

/** How the studio says things, once that was read. */
export function useSay(): Word | undefined {
  const identity = useQuery(queryOf(site)).data
  const written = useQuery(queryOf(words)).data
  if (!identity || !written) return undefined
  const { theme, city, language, name } = identity
  const stored = Object.fromEntries(written.map(({ key, text }) => [key, text]))
  return wordsOf({ pack: theme.pack, city, language, name, stored })
}

import type { Application } from "./data"

export type ApplyField = keyof Application

/** As they stand in the form. */
export const APPLY_FIELDS: ApplyField[] = [
  "name",
  "email",
  "cv",
  "note",
  "links",
  "consent",
  "keep",
]

/** The longest texts the server takes, in characters. */
export const APPLY_LIMITS = { name: 200, email: 254, note: 10_000, links: 2000 }

export type TypedField = keyof typeof APPLY_LIMITS

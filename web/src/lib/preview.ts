import type { SiteValues } from "./documents.gen"

/** What the preview shows: a page as it is stored, and what is not saved yet laid over it. */
export type Showing = {
  /** "/", "/about", "/careers", "/careers/{slug}", "/contact", "/404", "/{slug}", CARD or LOOK. */
  path: string
  theme: "light" | "dark"
  identity?: Pick<SiteValues, "name" | "city" | "country" | "language" | "mark" | "theme">
  /** The rows of words: what differs from the pack. */
  words?: Record<string, string>
  /** Parts of the page by the name of their table. */
  content?: Record<string, unknown>
}

/** The sharing card, which is a picture and no page. */
export const CARD = "/og.png"

/** A look in small: a name, a sentence and a drawing. */
export const LOOK = "/look"

export type Told = { to: "preview"; show: Showing }

export type Answer = { from: "preview" } & (
  | { says: "ready" }
  /** fits: no line of the page is wider than its window. */
  | { says: "shown"; path: string; height: number; fits: boolean }
  | { says: "failed"; path: string }
)

export const isTold = (data: unknown): data is Told => Object(data).to === "preview"
export const isAnswer = (data: unknown): data is Answer => Object(data).from === "preview"

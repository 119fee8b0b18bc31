import type { SiteIdentity } from "./data"
import { defaults, type WordKey } from "./words.gen"

export type { WordKey }

let own: Partial<Record<WordKey, string>> = {}
let studio: Record<string, string> = {}

/** Whether a new subscriber confirms the address by mail. */
export let asksToConfirm = false

/** The language of the page's text. */
export let language = "en"

/** A document speaks for one studio; this comes before the first render. */
export function speakFor({ name, city = "", words = {}, asks = false, ...site }: SiteIdentity) {
  language = site.language ?? "en"
  own = words
  asksToConfirm = asks
  studio = { studio: name, city }
  const { after, keep } = site.keeps ?? { after: months(6), keep: months(12) }
  Object.assign(studio, { after, keep })
}

/** What application.UsualKeep says. */
const months = (n: number) => word("time_months", { n })

/** A sentence in the studio's words. */
export function word(key: WordKey, values: Record<string, string | number> = {}): string {
  return (own[key] ?? defaults[key]).replace(/\{([a-z_]+)\}/g, (whole, name) =>
    String(values[name] ?? studio[name] ?? whole),
  )
}

import type { SiteIdentity } from "./data"
import { defaults, type WordKey } from "./words.gen"

export type { WordKey }

let own: Partial<Record<WordKey, string>> = {}
let studio: Record<string, string> = {}

/** A document speaks for one studio; this comes before the first render. */
export function speakFor({ name, city = "", words = {} }: SiteIdentity) {
  own = words
  studio = { studio: name, city }
}

/** A sentence in the studio's words. */
export function word(key: WordKey, values: Record<string, string | number> = {}): string {
  return (own[key] ?? defaults[key]).replace(/\{([a-z_]+)\}/g, (whole, name) =>
    String(values[name] ?? studio[name] ?? whole),
  )
}

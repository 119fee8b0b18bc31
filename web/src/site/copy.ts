import content from "@/content/fallback.json"

/** Sentences of the site that no table holds. */
export const copy = content.fallback.fixed_copy

export const head = content.fallback.head

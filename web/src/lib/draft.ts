/** Text that was typed and not saved, kept in the browser until it is saved or dismissed. */
export type Draft<Values, Base> = {
  values: Values
  /** What the form started from, with its version: a save must not pretend to have seen later changes. */
  base: Base
  at: number
}

const PREFIX = "vitrine-admin-draft:"
const WEEK = 7 * 24 * 60 * 60 * 1000

const keyOf = (owner: string, name: string) => `${PREFIX}${owner}:${name}`

export function keepDraft(owner: string, name: string, draft: Draft<unknown, unknown>) {
  try {
    localStorage.setItem(keyOf(owner, name), JSON.stringify(draft))
  } catch {
    // A full storage costs the recovery, not the editing.
  }
}

export function dropDraft(owner: string, name: string) {
  localStorage.removeItem(keyOf(owner, name))
}

/** The draft of a form; one that is broken or older than a week is gone. */
export function readDraft<Values, Base>(
  owner: string,
  name: string,
): Draft<Values, Base> | undefined {
  const kept = localStorage.getItem(keyOf(owner, name))
  if (!kept) return undefined
  try {
    const draft = JSON.parse(kept) as Draft<Values, Base>
    if (Date.now() - draft.at < WEEK && draft.values) return draft
  } catch {
    // Falls through to the removal.
  }
  dropDraft(owner, name)
  return undefined
}

/** Forgets what a person typed, when they sign out. */
export function dropDrafts(owner: string) {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(keyOf(owner, ""))) localStorage.removeItem(key)
  }
}

import { otherTabs, TAB } from "./open-tabs"

/** Text that was typed and not saved, kept in the browser until it is saved or dismissed. */
export type Draft<Values, Base> = {
  values: Values
  /** What the form started from, with its version: a save must not pretend to have seen later changes. */
  base: Base
  at: number
}

/** A draft that nobody is typing at: its page is gone, or is this one. */
export type Found<Values, Base> = { key: string; name: string; draft: Draft<Values, Base> }

const PREFIX = "vitrine-admin-draft:"
const WEEK = 7 * 24 * 60 * 60 * 1000

const startOf = (owner: string) => `${PREFIX}${owner}:`
// Each tab keeps its own, so that none takes or removes what is typed in another.
const keyOf = (owner: string, name: string) => `${startOf(owner)}${name}@${TAB}`

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

/** The drafts that can be offered, the latest first. */
export async function findDrafts<Values, Base>(
  owner: string,
  isWanted: (name: string) => boolean,
): Promise<Found<Values, Base>[]> {
  const found = (await free(owner)).flatMap(({ key, name }) => {
    const draft = isWanted(name) && readDraft<Values, Base>(key)
    return draft ? [{ key, name, draft }] : []
  })
  return found.sort((a, b) => b.draft.at - a.draft.at)
}

/** Whether a draft that was found is of this tab, such as what is being typed now. */
export const isOurs = ({ key }: Found<unknown, unknown>) => key.endsWith(`@${TAB}`)

/** Makes a draft that was found one of this tab. */
export function adoptDraft(owner: string, { key, name, draft }: Found<unknown, unknown>) {
  localStorage.removeItem(key)
  keepDraft(owner, name, draft)
}

/** Removes a draft that was found and is not wanted. */
export function discardDraft({ key }: Found<unknown, unknown>) {
  localStorage.removeItem(key)
}

/** Removes what pages that are gone left under a name, once its row is deleted. */
export async function discardDrafts(owner: string, name: string) {
  const now = Date.now()
  const found = await findDrafts(owner, (one) => one === name)
  for (const one of found) if (one.draft.at <= now) discardDraft(one)
}

/** Forgets what a person typed, when they sign out; not what is on the screen of another tab. */
export async function dropDrafts(owner: string) {
  for (const { key } of await free(owner)) localStorage.removeItem(key)
}

async function free(owner: string): Promise<{ key: string; name: string }[]> {
  const others = await otherTabs()
  return Object.keys(localStorage).flatMap((key) => {
    if (!key.startsWith(startOf(owner))) return []
    const [name = "", tab = ""] = key.slice(startOf(owner).length).split("@")
    return others.has(tab) ? [] : [{ key, name }]
  })
}

// One that is broken or older than a week is gone.
function readDraft<Values, Base>(key: string): Draft<Values, Base> | undefined {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? "") as Draft<Values, Base>
    if (Date.now() - draft.at < WEEK && draft.values) return draft
  } catch {
    // Falls through to the removal.
  }
  localStorage.removeItem(key)
  return undefined
}

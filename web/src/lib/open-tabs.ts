const PREFIX = "vitrine-admin-tab:"

/** Names this page among the open ones of the browser, until it is closed, left or loaded again. */
export const TAB = Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) =>
  part.toString(36),
).join("")

// The browser lets go of it however the page ends, a crash included. Without https there are no locks.
navigator.locks?.request(PREFIX + TAB, () => new Promise(() => {})).catch(() => {})

/** The other pages that are open now; none where the browser cannot tell. */
export async function otherTabs(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  const names = held.map(({ name = "" }) => name).filter((name) => name.startsWith(PREFIX))
  const tabs = new Set(names.map((name) => name.slice(PREFIX.length)))
  tabs.delete(TAB)
  return tabs
}

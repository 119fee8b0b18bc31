import { useEffect, useEffectEvent, useSyncExternalStore } from "react"
import { painted } from "./painted"
import { unsaved } from "./unsaved"

// Entries of our own are numbered, so that a refused step back can be undone in the right direction.
type Entry = { at?: number }

let at = (history.state as Entry | null)?.at ?? 0
history.replaceState({ at }, "")
// What the screens show. While a refused step back is being undone, the address bar is elsewhere.
let here = location.href
let expected: "undo" | "go" | undefined
const listeners = new Set<() => void>()

function publish() {
  here = location.href
  for (const listener of listeners) listener()
}

type Options = { replace?: boolean }

/** Goes to a path of this app, after asking about unsaved changes. */
export async function navigate(to: string, { replace = false }: Options = {}) {
  const moves = new URL(to, location.href).pathname !== location.pathname
  if (moves && !(await unsaved.ask())) return
  if (moves) await painted()
  // From here on at once: what the address says, the screens show.
  if (moves) unsaved.clear()
  if (replace) history.replaceState({ at }, "", to)
  else history.pushState({ at: ++at }, "", to)
  publish()
}

window.addEventListener("popstate", async (event) => {
  const number = (event.state as Entry | null)?.at
  const moves = new URL(here).pathname !== location.pathname
  if (number === undefined && !moves) return numberFragment()
  const target = number ?? 0
  const steps = target - at
  if (expected === "undo") {
    expected = undefined
    return
  }
  if (expected === undefined && moves && steps !== 0 && unsaved.any()) {
    expected = "undo"
    history.go(-steps)
    if (!(await unsaved.ask())) return
    unsaved.clear()
    expected = "go"
    history.go(steps)
    return
  }
  expected = undefined
  at = target
  publish()
})

// A link within the page, such as "Skip to content", makes an entry without a number, or takes the place of an equal one. It leaves nothing.
function numberFragment() {
  if (location.href !== here) at++
  history.replaceState({ at }, "")
  publish()
}

/** Lets a step back close what was just opened over the screen. The result is for closing it in another way. */
export function closeOnBack(close: () => void): () => void {
  history.pushState({ at: ++at }, "")
  const mine = at
  const listener = () => {
    if (at >= mine) return
    listeners.delete(listener)
    close()
  }
  listeners.add(listener)
  return () => {
    if (listeners.delete(listener) && at === mine) history.back()
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The location hook of the router. */
export const useGuardedLocation = (): [string, (to: string, options?: Options) => void] => [
  useSyncExternalStore(subscribe, () => new URL(here).pathname),
  navigate,
]

/** One parameter of the address, such as the open tab. */
export function useParam(name: string, fallback: string): [string, (value: string) => void] {
  const value = useSyncExternalStore(
    subscribe,
    () => new URL(here).searchParams.get(name) ?? fallback,
  )
  const set = (next: string) => {
    const search = new URLSearchParams(location.search)
    if (next === fallback) search.delete(name)
    else search.set(name, next)
    const query = search.toString()
    void navigate(location.pathname + (query && `?${query}`), { replace: true })
  }
  return [value, set]
}

/** What stands behind # in the address, which no server is told of. */
export const useFragment = (): string =>
  useSyncExternalStore(subscribe, () => decoded(new URL(here).hash.slice(1)))

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return "" // typed by hand, with a stray %
  }
}

/** Runs once when the address asks for a new entry (?new=1), as the command palette does, with what it asks for. Where another entry is open, its changes are asked about first. */
export function useOpener(
  open: (what: string) => void,
  isOtherOpen: (what: string) => boolean = () => false,
) {
  const [wanted, setWanted] = useParam("new", "")
  const act = useEffectEvent(async () => {
    setWanted("")
    if (!isOtherOpen(wanted) || (await unsaved.askDialog())) open(wanted)
  })
  useEffect(() => {
    if (wanted) void act()
  }, [wanted])
}

import { createContext, use, useEffect, useEffectEvent, useId, useMemo, useState } from "react"
import type { Showing } from "@/lib/preview"

/** What a part of a screen adds to the preview. */
export type Layer = Pick<Showing, "content" | "identity" | "words" | "stamp" | "hasChanges">

/** A version that is looked at: when it was, and what marks how it differs from the site. */
export type Looked = { asOf: string; isMarked: boolean; onMarked: (isMarked: boolean) => void }

export type View = "edit" | "preview"

/** Beside each other from here on; below it one at a time. */
export const BESIDE = "(width >= 80rem)"

/** Opens what holds a field, a row of a list or a part of a screen, and tells which document it is; nothing while it cannot. "#2" is the third row that visitors see, "@imprint" the one with that address. */
export type Opener = (id: string, path: string) => number | string | undefined

/** What a screen and the preview beside it share. It changes without a rendering: typing must reach the preview at once. */
export function makeBench() {
  const layers = new Map<string, Layer>()
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  let looked: Looked | undefined
  let others: Showing["others"] = []
  let form: HTMLElement | null = null
  return {
    /** The side of the screen with the form. */
    form: () => form,
    place(element: HTMLElement | null) {
      form = element
    },
    openers: new Map<string, Opener>(),
    /** How each form lies over the page. */
    layerOf: new WeakMap<object, (values: never) => Layer>(),
    looked: () => looked,
    look(at: Looked | undefined) {
      looked = at
      tell()
    },
    others: () => others,
    meet(present: Showing["others"]) {
      others = present
      tell()
    },
    put(key: string, layer: Layer | undefined) {
      if (layer) layers.set(key, layer)
      else layers.delete(key)
      tell()
    },
    /** All layers, later ones on top. */
    layer(): Layer {
      const all = [...layers.values()]
      const whole: Layer = Object.assign({}, ...all)
      const stamp = all.map((one) => one.stamp).join()
      return { ...whole, stamp, content: Object.assign({}, ...all.map((one) => one.content)) }
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type Bench = ReturnType<typeof makeBench>

type Shared = {
  bench: Bench
  /** Where there is room for one of the two. */
  view: View
  setView: (view: View) => void
}

export const BenchContext = createContext<Shared | undefined>(undefined)

type Siblings = { label: string; children: { label: string; path: string }[] }

/** The screens that belong together with this one, and what they are called together. */
export const SiblingsContext = createContext<Siblings | undefined>(undefined)

export const useBench = () => use(BenchContext)

/** Lays something over the page for as long as the component is there. */
export function useLayer(layer: Layer | undefined) {
  const key = useId()
  const bench = useBench()?.bench
  useEffect(() => bench?.put(key, layer), [bench, key, layer])
  useEffect(() => () => bench?.put(key, undefined), [bench, key])
}

/** What it returns has the page read anew: after a save of what is in no form, such as a crop. */
export function useReread(): () => void {
  const [round, setRound] = useState(0)
  useLayer(useMemo(() => (round > 0 ? { stamp: `again ${round}` } : undefined), [round]))
  return () => setRound((n) => n + 1)
}

/** Lets the preview open a document of a list. */
export function useOpenPicked(document: string, open: Opener) {
  const bench = useBench()?.bench
  const act = useEffectEvent(open)
  useEffect(() => {
    bench?.openers.set(document, (...at) => act(...at))
    return () => void bench?.openers.delete(document)
  }, [bench, document])
}

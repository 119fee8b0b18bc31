import { zodResolver } from "@hookform/resolvers/zod"
import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  useForm,
} from "react-hook-form"
import { type Declared, draftOf, saveOf, stampOf, valuesOf, versionOf } from "@/lib/document"
import { adoptDraft, dropDraft } from "@/lib/draft"
import { painted } from "@/lib/painted"
import { useSave } from "@/lib/query"
import { isSame } from "@/lib/same"
import { toast } from "@/lib/toast"
import { useUnsaved } from "@/lib/unsaved"
import { useUser } from "../session/session"
import { differences } from "./history/differences"
import { type Values as Fields, type History, valuesOfSnapshot } from "./history/history"
import { placeOf } from "./history/revisions"
import { useBringBack, useUndoSave } from "./history/undo"
import { declaredIn, labelsOf } from "./labels"
import { type Choices, merge } from "./merge"
import { usePresence } from "./presence"
import { useDrafts } from "./use-drafts"
import { useRecovery } from "./use-recovery"

type Options<Values extends FieldValues, Doc> = {
  /** What is stored; null while making a new one. */
  doc: Doc | null
  /** Someone deleted it: doc is how it was last seen. */
  isGone?: boolean
  /** Where its unsaved text is kept, unless with that of its document. */
  name?: string
  /** Where the form differs from what is stored. */
  values?: (doc: Doc | null) => Values
  save?: (values: Values, base: Doc | null) => Promise<Doc>
  done?: string | { title: string; text?: string }
  failed: string
  says?: "server" | "fixed"
  onSaved?: () => void
  /** Called with the first message when the form is sent with mistakes in it. */
  onInvalid?: (message: string) => void
  /** The field that a refusal of the server is about: it is said there, and not in a toast. */
  refused?: (sentence: string) => Path<Values> | undefined
}

/** A form over one document: it keeps drafts, asks before losing text, and never overwrites what someone else wrote. */
export function useDocumentForm<Values extends FieldValues, Doc>(
  declared: Declared<Doc, Values>,
  options: Options<Values, Doc>,
) {
  const { doc, isGone = false } = options
  const name = options.name ?? draftOf(declared, doc as { id: number } | null)
  const values = options.values ?? ((one: Doc | null) => valuesOf(declared, one))
  const save =
    options.save ?? ((typed: Values, on: Doc | null) => saveOf(declared, typed, on, values(on)))
  const owner = useUser().id
  const client = useQueryClient()
  const place = placeOf(declared, doc)
  const box = useRef<HTMLFormElement>(null)
  const others = usePresence(isGone ? undefined : place, box)
  const base = useRef<Doc | null>(doc)
  // What a save replaced: not to be shown again until its refresh arrives.
  const passed = useRef<Doc | null>(null)
  const [recovered, setRecovered] = useState<number>()
  // Both changed the same field.
  const [isOutdated, setOutdated] = useState(false)
  // What asked for the dialog: a save that was refused goes on by itself once it can.
  const [asked, setAsked] = useState<"save" | "look">()
  const [joined, setJoined] = useState<Joined>()
  const form = useForm<Values>({
    defaultValues: values(doc) as DefaultValues<Values>,
    resolver: zodResolver(declared.rules as never) as Resolver<Values>,
  })
  declaredIn(form, declared)
  const { isDirty } = form.formState

  const recovery = useRecovery<Values, Doc | null>(owner, name, (found) => {
    if (form.formState.isDirty) return
    const { draft } = found
    // A new entry is based on nothing, so that it never overwrites another one.
    const from = doc && draft.base
    const isCurrent = !!doc && !!from && stampOf(from) === stampOf(doc)
    const { values: merged, clashes } = merge(values(from), draft.values, values(doc))
    const isLost = clashes.length > 0 && !isCurrent
    adoptDraft(owner, found)
    if (!isLost && isSame(merged, values(doc))) return dropDraft(owner, name)
    setRecovered(draft.at)
    put(isLost ? draft.values : merged, isLost ? from : doc, isLost)
  })

  const drafts = useDrafts({ owner, name, form, isDirty, base: () => doc && base.current })
  const mayLeave = useUnsaved(isDirty, drafts.drop)

  // Text comes in as a change on top of what it is based on, so that the form knows it is not saved.
  const put = (typed: Values, on: Doc | null, isOld: boolean) => {
    base.current = on
    setOutdated(isOld)
    form.reset(values(on))
    form.reset(typed, { keepDefaultValues: true })
  }

  const take = (now: Doc | null) => {
    base.current = now
    form.reset(values(now))
    setRecovered(undefined)
    setOutdated(false)
    setJoined(undefined)
  }

  const mergeWith = (now: Doc, choices?: Choices) =>
    merge(values(base.current), form.getValues(), values(now), choices)

  // What is there now comes in beside what is typed, field by field, so that the caret stays where it is.
  const follow = (now: Doc, next = mergeWith(now).values) => {
    const [before, after] = [values(base.current), values(now)]
    const back = keepFocus()
    base.current = now
    for (const key of Object.keys(after) as Path<Values>[]) {
      if (isSame(before[key], after[key])) continue
      form.resetField(key, { defaultValue: after[key] })
      if (!isSame(next[key], after[key])) form.setValue(key, next[key], { shouldDirty: true })
    }
    // A field that the form does not draw is none that it sets back.
    if (!isSame(form.control._defaultValues, after)) put(next, now, false)
    back()
  }

  /** Writes fields into the form, and answers how they go back. */
  const fill = (fields: Fields) => {
    const before = structuredClone(form.getValues())
    form.reset({ ...before, ...fields }, { keepDefaultValues: true })
    return () => {
      // What was typed or came in since then stays.
      const since = form.getValues() as Fields
      const back = Object.keys(fields).filter((key) => isSame(since[key], fields[key]))
      const old = Object.fromEntries(back.map((key) => [key, (before as Fields)[key]]))
      form.reset({ ...(since as typeof before), ...old }, { keepDefaultValues: true })
    }
  }

  /** Puts both changes together, unless both changed the same field. */
  const join = (now: Doc): boolean => {
    const { values: next, clashes } = mergeWith(now)
    setOutdated(clashes.length > 0)
    if (clashes.length > 0) return false
    const [before, after] = [values(base.current) as Fields, values(now) as Fields]
    const typed: Fields = structuredClone(form.getValues())
    const theirs = Object.keys(after).filter((key) => !isSame(before[key], after[key]))
    const fields = differences(before, after, { labels: labelsOf(form) })
    // What was saved again as it was is nothing to tell.
    if (fields.length > 0)
      setJoined({
        fields: fields.map(({ label }) => label),
        version: versionOf(now),
        undo: () => {
          const putBack = fill(Object.fromEntries(theirs.map((key) => [key, typed[key]])))
          setJoined(undefined)
          toast.success("Out of the form", "It stays on the site until you save.", [
            { label: "Undo", run: putBack },
          ])
        },
      })
    follow(now, next)
    return true
  }

  // Someone else's save shows at once, unless it would overwrite what is being typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: values are made anew with each render
  useEffect(() => {
    if (!doc || doc === passed.current) return
    if (base.current && stampOf(doc) === stampOf(base.current)) return follow(doc)
    if (!isDirty) return take(doc)
    if (!isGone) join(doc)
  }, [doc, isDirty, form])

  const reload = () => {
    take(doc)
    drafts.drop()
    setAsked(undefined)
    void recovery.lookAgain(values(doc))
  }
  const dropMine = () => {
    const [mine, from] = [structuredClone(form.getValues()), base.current]
    reload()
    toast.success("Reloaded", "Your text was dropped.", [
      { label: "Undo", run: () => put(mine, from, true) },
    ])
  }

  const undo = useUndoSave(declared)
  const replaced = useRef<Doc | null>(null)
  const [savedAt, setSavedAt] = useState<number>()
  const { mutate, isPending } = useSave({
    ...options,
    refreshes: [[declared.table]],
    actions: (saved: Doc) => undo(replaced.current, saved),
    save: async (typed: Values) => {
      replaced.current = isGone ? null : base.current
      const saved = await save(typed, replaced.current)
      base.current = saved
      setSavedAt(Date.now())
      passed.current = doc
      // Text typed while the save was under way stays, as a change on top of it.
      const now = form.getValues()
      form.reset(values(saved))
      const isMore = !isSame(now, before.current)
      if (isMore) form.reset(now, { keepDefaultValues: true })
      drafts.settle(isMore)
      void recovery.lookAgain(values(saved))
      setRecovered(undefined)
      setOutdated(false)
      // Told once: the next save is nobody else's.
      setJoined((one) => (one && !one.isSaved ? { ...one, isSaved: true } : undefined))
      return saved
    },
    onConflict: () => setAsked("save"),
    onRefused: (message) => {
      const field = options.refused?.(message)
      setRefusal(field && { field, message })
      return field !== undefined
    },
  })
  const [refusal, setRefusal] = useState<{ field: Path<Values>; message: string }>()
  // After the save, because a dialog is locked while it is under way. A quick refusal is here before that is drawn.
  useEffect(() => {
    if (isPending || !refusal) return
    setRefusal(undefined)
    form.setError(refusal.field, { message: refusal.message }, { shouldFocus: true })
  }, [isPending, refusal, form])
  const before = useRef<Values>(undefined)

  // From the press on, which is before anything of it is drawn: what is pressed meanwhile is the same save.
  const isUnderway = useRef(false)
  const settled = () => {
    isUnderway.current = false
  }
  const send = form.handleSubmit(
    (typed) => {
      before.current = structuredClone(form.getValues())
      mutate(typed, {
        onSettled: (_, error) => {
          settled()
          if (!error && !form.formState.isDirty) options.onSaved?.()
        },
      })
    },
    (errors) => {
      settled()
      options.onInvalid?.(firstMessage(errors))
    },
  )
  const store = async () => {
    if (isUnderway.current) return
    isUnderway.current = true
    await send()
  }
  // What was deleted comes back only when that is asked for, and nobody's text goes without being asked about.
  const submit: typeof send = async (event) => {
    event?.preventDefault()
    if (isUnderway.current) return
    isUnderway.current = true
    await painted()
    const isAsked = isGone || (doc && isOutdated && !join(doc))
    if (!isAsked) return send()
    settled()
    setAsked("save")
  }
  // A save that was refused goes on with both changes, where that loses nothing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rest is made anew with each render
  useEffect(() => {
    if (asked !== "save" || isPending || isGone || isOutdated) return
    if (base.current === replaced.current) return
    setAsked(undefined)
    void store()
  }, [asked, isPending, isGone, isOutdated, doc])
  const settle = (choices: Choices, isSave: boolean) => {
    setJoined(undefined)
    if (doc) follow(doc, mergeWith(doc, choices).values)
    setOutdated(false)
    setAsked(undefined)
    if (isSave) void store()
  }
  const clashWith = (now: Doc) => ({
    before: values(base.current) as Fields,
    theirs: values(now) as Fields,
    mergeWith: (choices: Choices) => mergeWith(now, choices),
  })
  const bringBack = useBringBack(place, {
    onBack: () => {
      replaced.current = base.current
      setAsked("save")
    },
    saveAsNew: () => {
      setAsked(undefined)
      void store()
    },
  })

  const now = values(doc) as Fields
  const history: History | undefined = place && {
    place,
    form,
    label: declared.label,
    naming: { labels: labelsOf(form), images: declared.images },
    now,
    unsaved: () => (form.formState.isDirty ? form.getValues() : undefined),
    valuesOf: (snapshot) => valuesOfSnapshot(declared, values, doc, snapshot),
    fill,
  }

  return {
    declared: declared as Declared<unknown, object>,
    id: declared.kind === "many" ? ((doc as { id: number } | null)?.id ?? "new") : "",
    form,
    history,
    savedAt,
    submit,
    isDirty,
    mayLeave: async () => !isUnderway.current && (await mayLeave()),
    isSaving: isPending,
    isOutdated,
    recovered,
    reload,
    other: isDirty ? undefined : recovery.left?.draft.at,
    openOther: recovery.open,
    discardOther: () => recovery.discard(values(doc)),
    joined,
    others,
    box,
    dropMine,
    clash: doc && isOutdated ? clashWith(doc) : undefined,
    settle,
    readAgain: () => void client.invalidateQueries({ queryKey: [declared.table] }),
    bringBack: isGone ? bringBack : undefined,
    isAsked: asked !== undefined,
    ask: () => setAsked("look"),
    close: () => setAsked(undefined),
  }
}

/** What someone else changed meanwhile, put together with what is typed. */
export type Joined = { fields: string[]; version: number; undo: () => void; isSaved?: boolean }

/** Items that are drawn anew lose the focus. */
function keepFocus() {
  const field = document.activeElement as HTMLInputElement | null
  const [name, at] = [field?.name, field?.selectionStart]
  return () =>
    requestAnimationFrame(() => {
      if (!name || field?.isConnected) return
      const again = document.getElementsByName(name)[0] as HTMLInputElement | undefined
      again?.focus()
      if (at != null) again?.setSelectionRange?.(at, at)
    })
}

function firstMessage(errors: FieldErrors): string {
  for (const error of Object.values(errors))
    if (typeof error?.message === "string") return error.message
  return ""
}

export type DocumentForm<Values extends FieldValues> = ReturnType<
  typeof useDocumentForm<Values, unknown>
>

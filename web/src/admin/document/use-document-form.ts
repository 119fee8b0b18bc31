import { zodResolver } from "@hookform/resolvers/zod"
import { useEffect, useRef, useState } from "react"
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  useForm,
} from "react-hook-form"
import { type Declared, draftOf, saveOf, stampOf, valuesOf } from "@/lib/document"
import { adoptDraft, dropDraft } from "@/lib/draft"
import { useSave } from "@/lib/query"
import { isSame } from "@/lib/same"
import { useUnsaved } from "@/lib/unsaved"
import { useUser } from "../session/session"
import { type Values as Fields, type History, valuesOfSnapshot } from "./history/history"
import { placeOf } from "./history/revisions"
import { useUndoSave } from "./history/undo"
import { labelsOf } from "./labels"
import { rebase } from "./rebase"
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
  const base = useRef<Doc | null>(doc)
  // What a save replaced: not to be shown again until its refresh arrives.
  const passed = useRef<Doc | null>(null)
  const [recovered, setRecovered] = useState<number>()
  const [isOutdated, setOutdated] = useState(false)
  const [isConflict, setConflict] = useState(false)
  const form = useForm<Values>({
    defaultValues: values(doc) as DefaultValues<Values>,
    resolver: zodResolver(declared.rules as never) as Resolver<Values>,
  })
  const { isDirty } = form.formState

  const recovery = useRecovery<Values, Doc | null>(owner, name, (found) => {
    if (form.formState.isDirty) return
    const { draft } = found
    // A new entry is based on nothing, so that it never overwrites another one.
    const from = doc && draft.base
    const isCurrent = !!doc && !!from && stampOf(from) === stampOf(doc)
    const merged = rebase(draft.values, values(from), values(doc), isCurrent)
    adoptDraft(owner, found)
    if (merged && isSame(merged, values(doc))) return dropDraft(owner, name)
    setRecovered(draft.at)
    put(merged ?? draft.values, merged ? doc : from, !merged)
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
  }

  // What changed without a new version is no edit, such as a rank that made room: it comes in beside what is typed.
  const follow = (from: Doc, now: Doc) => {
    base.current = now
    const [before, after, typed] = [values(from), values(now), form.getValues()]
    for (const key of Object.keys(after) as Path<Values>[]) {
      if (isSame(before[key], after[key])) continue
      form.resetField(key, { defaultValue: after[key] })
      if (!isSame(typed[key], before[key])) form.setValue(key, typed[key], { shouldDirty: true })
    }
  }

  // Someone else's save shows at once, unless it would overwrite what is being typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: values are made anew with each render
  useEffect(() => {
    if (!doc || doc === passed.current) return
    if (base.current && stampOf(doc) === stampOf(base.current)) return follow(base.current, doc)
    if (isDirty) return setOutdated(true)
    take(doc)
  }, [doc, isDirty, form])

  const reload = () => {
    take(doc)
    drafts.drop()
    setConflict(false)
    void recovery.lookAgain(values(doc))
  }

  // One's own changes on top of what someone else saved, where no field was changed by both.
  const rebased = () => {
    if (!doc || isGone || !base.current || doc === passed.current) return undefined
    if (stampOf(doc) === stampOf(base.current)) return undefined
    return rebase(form.getValues(), values(base.current), values(doc))
  }
  const merged = isConflict ? rebased() : undefined
  const applyMine = () => {
    if (merged) put(merged, doc, false)
    setConflict(false)
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
      return saved
    },
    onConflict: () => setConflict(true),
    onRefused: (message) => {
      const field = options.refused?.(message)
      refusal.current = field && { field, message }
      return field !== undefined
    },
  })
  const refusal = useRef<{ field: Path<Values>; message: string }>(undefined)
  // After the save, because a dialog is locked while it is under way.
  useEffect(() => {
    if (isPending || !refusal.current) return
    const { field, message } = refusal.current
    refusal.current = undefined
    form.setError(field, { message }, { shouldFocus: true })
  }, [isPending, form])
  const before = useRef<Values>(undefined)

  const store = form.handleSubmit(
    (typed) => {
      if (isPending) return
      before.current = structuredClone(form.getValues())
      mutate(typed, { onSuccess: () => !form.formState.isDirty && options.onSaved?.() })
    },
    (errors) => options.onInvalid?.(firstMessage(errors)),
  )
  // What was deleted comes back only when that is asked for.
  const submit: typeof store = async (event) => {
    if (!isGone) return store(event)
    event?.preventDefault()
    setConflict(true)
  }
  const saveAsNew = () => {
    setConflict(false)
    void store()
  }

  const place = placeOf(declared, doc)
  const now = values(doc) as Fields
  const history: History | undefined = place && {
    place,
    label: declared.label,
    naming: { labels: labelsOf(form), images: declared.images },
    now,
    unsaved: () => (form.formState.isDirty ? form.getValues() : undefined),
    valuesOf: (snapshot) => valuesOfSnapshot(declared, values, now, snapshot),
    fill: (fields) => {
      const before = structuredClone(form.getValues())
      form.reset({ ...before, ...fields }, { keepDefaultValues: true })
      return () => form.reset(before, { keepDefaultValues: true })
    },
  }

  return {
    form,
    history,
    savedAt,
    submit,
    isDirty,
    mayLeave,
    isSaving: isPending,
    isOutdated,
    recovered,
    reload,
    other: isDirty ? undefined : recovery.left?.draft.at,
    openOther: recovery.open,
    discardOther: () => recovery.discard(values(doc)),
    applyMine: merged && applyMine,
    saveAsNew: isGone ? saveAsNew : undefined,
    isConflict,
    openConflict: () => setConflict(true),
    closeConflict: () => setConflict(false),
  }
}

function firstMessage(errors: FieldErrors): string {
  for (const error of Object.values(errors))
    if (typeof error?.message === "string") return error.message
  return ""
}

export type DocumentForm<Values extends FieldValues> = ReturnType<
  typeof useDocumentForm<Values, unknown>
>

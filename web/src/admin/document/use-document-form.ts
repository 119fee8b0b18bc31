import { zodResolver } from "@hookform/resolvers/zod"
import { useEffect, useRef, useState } from "react"
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Resolver,
  useForm,
} from "react-hook-form"
import type { z } from "zod"
import { type Draft, dropDraft, keepDraft, readDraft } from "@/lib/draft"
import { useSave } from "@/lib/query"
import { useUnsaved } from "@/lib/unsaved"
import { useUser } from "../session/session"

type Options<Values extends FieldValues, Doc> = {
  /** Names the draft, such as "hero" or "job 12". */
  name: string
  /** What is stored; null while making a new one. */
  doc: Doc | null
  /** Someone deleted it: doc is how it was last seen. */
  isGone?: boolean
  /** Tells two versions of the document apart. */
  stamp: (doc: Doc) => string | number
  values: (doc: Doc | null) => Values
  schema: z.ZodType
  save: (values: Values, base: Doc | null) => Promise<Doc>
  refreshes: readonly (readonly unknown[])[]
  done: string | { title: string; text?: string }
  failed: string
  says?: "server" | "fixed"
  onSaved?: () => void
  /** Called with the first message when the form is sent with mistakes in it. */
  onInvalid?: (message: string) => void
}

/** A form over one document: it keeps drafts, asks before losing text, and never overwrites what someone else wrote. */
export function useDocumentForm<Values extends FieldValues, Doc>(options: Options<Values, Doc>) {
  const { name, doc, stamp, values, schema, isGone = false } = options
  const owner = useUser().id
  const [start] = useState(() => begin(owner, options))
  const base = useRef<Doc | null>(start.base)
  // Not to be shown: what a save replaced, until its refresh arrives, and what recovered text is older than.
  const passed = useRef<Doc | null>(start.isOutdated ? doc : null)
  const [recovered, setRecovered] = useState(start.recovered)
  const [isOutdated, setOutdated] = useState(start.isOutdated)
  const [isConflict, setConflict] = useState(false)
  const form = useForm<Values>({
    defaultValues: values(start.base) as DefaultValues<Values>,
    resolver: zodResolver(schema as never) as Resolver<Values>,
  })
  const { isDirty } = form.formState

  // Recovered text comes in as a change, so that the form knows it is not saved.
  useEffect(() => {
    if (start.values) form.reset(start.values, { keepDefaultValues: true })
  }, [form, start])

  const mayLeave = useUnsaved(isDirty, () => dropDraft(owner, name))
  useDrafts(owner, name, base, form, isDirty)

  // Someone else's save shows at once, unless it would overwrite what is being typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: stamp and values are made anew with each render
  useEffect(() => {
    if (!doc || doc === passed.current) return
    if (base.current && stamp(doc) === stamp(base.current)) return
    if (isDirty) return setOutdated(true)
    base.current = doc
    form.reset(values(doc))
  }, [doc, isDirty, form])

  const reload = () => {
    base.current = doc
    form.reset(values(doc))
    dropDraft(owner, name)
    setRecovered(undefined)
    setOutdated(false)
    setConflict(false)
  }

  const { mutate, isPending } = useSave({
    ...options,
    save: async (typed: Values) => {
      const saved = await options.save(typed, isGone ? null : base.current)
      base.current = saved
      passed.current = doc
      // Text typed while the save was under way stays, as a change on top of it.
      const now = form.getValues()
      form.reset(values(saved))
      if (JSON.stringify(now) !== JSON.stringify(before.current))
        form.reset(now, { keepDefaultValues: true })
      dropDraft(owner, name)
      setRecovered(undefined)
      setOutdated(false)
      return saved
    },
    onConflict: () => setConflict(true),
  })
  const before = useRef<Values>(undefined)

  const store = form.handleSubmit(
    (typed) => {
      if (isPending) return
      before.current = structuredClone(form.getValues())
      mutate(typed, { onSuccess: options.onSaved })
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

  return {
    form,
    submit,
    isDirty,
    mayLeave,
    isSaving: isPending,
    isOutdated,
    recovered,
    reload,
    saveAsNew: isGone ? saveAsNew : undefined,
    isConflict,
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

type Start<Values, Doc> = {
  base: Doc | null
  values?: Values
  recovered?: number
  isOutdated: boolean
}

function begin<Values extends FieldValues, Doc>(
  owner: string,
  { name, doc, stamp, values }: Options<Values, Doc>,
): Start<Values, Doc> {
  const draft = readDraft<Values, Doc | null>(owner, name)
  if (!draft || isSame(draft, values(doc))) return { base: doc, isOutdated: false }
  const isCurrent = doc !== null && draft.base !== null && stamp(doc) === stamp(draft.base)
  const base = isCurrent || draft.base === null ? doc : draft.base
  return { base, values: draft.values, recovered: draft.at, isOutdated: base !== doc }
}

const isSame = <Values>(draft: Draft<Values, unknown>, stored: Values) =>
  JSON.stringify(draft.values) === JSON.stringify(stored)

type Watched<Values extends FieldValues> = ReturnType<typeof useForm<Values>>

// Writes what is typed to the browser's storage, a moment after the last key.
function useDrafts<Values extends FieldValues, Doc>(
  owner: string,
  name: string,
  base: React.RefObject<Doc | null>,
  form: Watched<Values>,
  isDirty: boolean,
) {
  useEffect(() => {
    if (!isDirty) return
    const keep = () =>
      keepDraft(owner, name, { values: form.getValues(), base: base.current, at: Date.now() })
    let timer = setTimeout(keep, 300)
    const stop = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer)
        timer = setTimeout(keep, 300)
      },
    })
    return () => {
      clearTimeout(timer)
      stop()
      // Changed back by hand, or saved: there is nothing left to recover.
      if (!form.formState.isDirty) dropDraft(owner, name)
    }
  }, [owner, name, base, form, isDirty])
}

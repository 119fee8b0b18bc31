import { useRef, useState } from "react"
import { useController, useForm } from "react-hook-form"
import { adoptDraft, type Found } from "@/lib/draft"
import { useUnsaved } from "@/lib/unsaved"
import { useDrafts } from "../document/use-drafts"
import { useUser } from "../session/session"
import { draftOf, type Subscriber } from "./api"

type Values = { email: string }

/** An address that was typed and not saved. */
export type Typed = Found<Values, Subscriber>

/** The one address that is being changed. It is kept above the list, whose rows move and come and go. */
export function useEdit() {
  const owner = useUser().id
  const [of, setOf] = useState<Subscriber>()
  const [recovered, setRecovered] = useState<number>()
  const form = useForm<Values>({ defaultValues: { email: "" } })
  const { field } = useController({ control: form.control, name: "email" })
  const isDirty = form.formState.isDirty
  const drafts = useDrafts({ owner, name: draftOf(of?.id), form, isDirty, base: () => of })
  const mayLeave = useUnsaved(isDirty, drafts.drop)
  // By the time a save is done another one may be open.
  const now = useRef<Subscriber>(undefined)

  const become = (next: Subscriber | undefined, at?: number) => {
    now.current = next
    setOf(next)
    setRecovered(at)
    form.reset({ email: next?.email ?? "" })
  }
  const start = async (subscriber: Subscriber) => {
    if (await mayLeave()) become(subscriber)
  }
  const stop = ({ id }: Subscriber) => {
    if (now.current?.id === id) become(undefined)
  }
  const saved = (one: Subscriber) => {
    if (now.current?.id === one.id) drafts.settle(false)
    stop(one)
  }
  /** Goes on with what was typed before, unless something is open by now. */
  const recover = (found: Typed) => {
    if (now.current) return
    const { base, values, at } = found.draft
    adoptDraft(owner, found)
    become(base, at)
    form.reset(values, { keepDefaultValues: true })
  }
  return {
    of,
    /** Whether it is changed in its row: what was recovered has a place of its own. */
    isIn: ({ id }: Subscriber) => of?.id === id && recovered === undefined,
    typed: field.value,
    type: field.onChange,
    recovered,
    start,
    stop,
    saved,
    recover,
  }
}

export type Edit = ReturnType<typeof useEdit>

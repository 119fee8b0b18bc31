import { useEffect, useEffectEvent, useRef } from "react"
import type { FieldValues, UseFormReturn } from "react-hook-form"
import { dropDraft, keepDraft } from "@/lib/draft"

const EVERY = 300

type Options<Values extends FieldValues> = {
  owner: string
  name: string
  form: UseFormReturn<Values>
  isDirty: boolean
  /** What a save of the form would replace. */
  base: () => unknown
}

/** Keeps what is typed in the browser's storage: every moment while typing goes on, and when the form or the page ends. */
export function useDrafts<Values extends FieldValues>(options: Options<Values>) {
  const { owner, name, form, isDirty } = options
  // Saved, or given up by choice: whatever ends the form then, there is nothing left to recover.
  const isSettled = useRef(false)
  const baseNow = useEffectEvent(options.base)
  useEffect(() => {
    if (!isDirty) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const write = () => {
      clearTimeout(timer)
      timer = undefined
      if (isSettled.current) return
      keepDraft(owner, name, { values: form.getValues(), base: baseNow(), at: Date.now() })
    }
    const flush = () => timer !== undefined && write()
    const later = () => {
      isSettled.current = false
      timer ??= setTimeout(write, EVERY)
    }
    later()
    const stop = form.subscribe({ formState: { values: true }, callback: later })
    window.addEventListener("pagehide", flush)
    return () => {
      stop()
      window.removeEventListener("pagehide", flush)
      if (form.formState.isDirty) return void flush()
      clearTimeout(timer)
      // Changed back by hand, or saved.
      dropDraft(owner, name)
    }
  }, [owner, name, form, isDirty])
  const drop = () => {
    isSettled.current = true
    dropDraft(owner, name)
  }
  /** Called after a save; there may be more that was typed meanwhile. */
  const settle = (isMore: boolean) => {
    drop()
    isSettled.current = !isMore
  }
  return { drop, settle }
}

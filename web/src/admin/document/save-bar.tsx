import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from "react"
import type { FieldValues, UseFormReturn } from "react-hook-form"
import { useLine } from "@/lib/online"
import { Button } from "@/ui/button"
import { ViewSwitch } from "../preview/view-switch"
import { useSession } from "../session/session"
import { Differences } from "./differences-list"
import type { History } from "./history/history"
import { HistoryButton } from "./history/history-button"
import { SavedLine } from "./history/saved-line"

type Props<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  isDirty: boolean
  isSaving: boolean
  /** When it was saved from here. */
  savedAt?: number
  history?: History
  /** There is nothing left to save to. */
  bringBack?: unknown
}

type BarProps<Values extends FieldValues> = Props<Values> & {
  /** Where saving is a step on the way: what it is called, whether there is anything to save, how it is said that there is not, and what comes after. */
  step?: { action: string; isOpen: boolean; state: string; after: ReactNode }
}

/** The foot of a form, always in reach however long the form is. */
export function SaveBar<Values extends FieldValues>(props: BarProps<Values>) {
  const { form, isDirty, isSaving, savedAt, history, bringBack, step } = props
  const isJustSaved = useJust(savedAt) && !isDirty
  const unsaved = useUnsavedReason(props)
  const clean = step?.state ?? (isJustSaved ? "Saved and on the site" : "No changes")
  const state = isDirty ? "Unsaved changes" : clean
  const known = bringBack ? undefined : history
  return (
    <div className="save-bar" data-step={step && (step.isOpen ? "open" : "done")}>
      <div className="save-state">
        {/* Heard with the first change and the save, not with each letter. */}
        <p role="status" className={look(isDirty, isJustSaved)}>
          {state}
        </p>
        {isDirty &&
          (unsaved ? <p className="save-kept">{unsaved.text}</p> : <Differences form={form} />)}
        {isDirty && unsaved && <p className="text-label text-ink-3">{unsaved.more}</p>}
        {known && !unsaved && (
          <SavedLine place={known.place} isJustSaved={isJustSaved} isSaid={!!step && !isDirty} />
        )}
      </div>
      {step?.isOpen && <SaveButton isSaving={isSaving} size="sm" action={step.action} />}
      <ViewSwitch />
      {step ? (
        step.after
      ) : (
        <>
          {known && <HistoryButton history={known} />}
          <SaveButton isSaving={isSaving} look="primary" action="Save Changes" />
        </>
      )}
    </div>
  )
}

type SaveProps = Pick<ComponentProps<typeof Button>, "look" | "size"> & {
  isSaving: boolean
  action: string
}

const SaveButton = ({ isSaving, action, ...button }: SaveProps) => (
  <Button
    type="submit"
    pending={isSaving}
    pendingLabel="Saving..."
    aria-keyshortcuts="Control+S Meta+S"
    {...button}
  >
    {action}
  </Button>
)

const look = (isDirty: boolean, isJustSaved: boolean) =>
  isDirty ? "sr-only" : isJustSaved ? "text-label text-ok" : "text-label text-ink-2"

/** Why what was typed is not saved yet, beyond that nobody asked for it. */
function useUnsavedReason<Values extends FieldValues>({
  form,
  isDirty,
  isSaving,
  savedAt,
}: Props<Values>) {
  const line = useLine()
  const isSignedOut = useSession().status === "ended"
  const hasFailed = useFailed(form, isSaving, savedAt)
  if (!isDirty) return undefined
  if (isSignedOut) return { text: "Signed out, text is kept", more: "On this device" }
  if (line !== "online") return { text: "Offline, text is kept", more: "On this device" }
  if (hasFailed) return { text: "Not saved", more: "Your text is kept here" }
}

/** Whether the last save was refused, and nothing was typed since. */
function useFailed<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  isSaving: boolean,
  savedAt: number | undefined,
): boolean {
  const [hasFailed, setFailed] = useState(false)
  const before = useRef<{ savedAt?: number }>(undefined)
  useEffect(() => {
    if (isSaving) before.current ??= { savedAt }
    else if (before.current) {
      setFailed(before.current.savedAt === savedAt)
      before.current = undefined
    }
  }, [isSaving, savedAt])
  useEffect(() => {
    if (!hasFailed) return
    return form.subscribe({ formState: { values: true }, callback: () => setFailed(false) })
  }, [hasFailed, form])
  return hasFailed
}

const SHOWN_FOR = 5000

/** Whether something happened a moment ago. */
function useJust(at: number | undefined): boolean {
  const [past, setPast] = useState<number>()
  useEffect(() => {
    if (at === undefined) return
    const timer = setTimeout(() => setPast(at), SHOWN_FOR)
    return () => clearTimeout(timer)
  }, [at])
  return at !== undefined && at !== past
}

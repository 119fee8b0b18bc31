import { CircleAlert } from "lucide-react"
import { type ReactNode, useId } from "react"
import { cn } from "@/lib/cn"

export type Control = {
  id: string
  "aria-invalid"?: true
  "aria-describedby"?: string
  required?: boolean
}

type Props = {
  label: ReactNode
  hint?: ReactNode
  error?: string
  /** In line with the label, at the other end: a counter, for one. */
  aside?: ReactNode
  className?: string
  /** Which field of its form it is. */
  path?: string
  /** The control is none that a label can name: its label is a text with its id. */
  isText?: boolean
  /** Makes the control, given the attributes that tie it to its label and messages. */
  children: (control: Control) => ReactNode
}

/** A labelled control with its hint and its error. */
export function Field({ label, hint, error, aside, className, path, isText, children }: Props) {
  const id = useId()
  const Label = isText ? "span" : "label"
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ")
  return (
    <div className={cn("min-w-0", className)} {...placed(path, label)}>
      <div className="@container mb-1.5 flex items-baseline justify-between gap-3">
        <Label {...(isText ? { id } : { htmlFor: id })} className="min-w-min flex-auto font-medium">
          {label}
        </Label>
        {aside}
      </div>
      {children({
        id,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": notes || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-label text-ink-3">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

/** Lets the preview find a field of a form, and say what it is called. */
export const placed = (path: string | undefined, label: ReactNode) =>
  path === undefined
    ? {}
    : { "data-path": path, "data-name": typeof label === "string" ? label : undefined }

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="mt-1.5 flex items-start gap-1.5 text-label text-danger">
      <CircleAlert className="mt-0.5 size-3.5 shrink-0" aria-hidden="true" />
      <span>{children}</span>
    </p>
  )
}

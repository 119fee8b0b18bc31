import { Component, lazy, type ReactNode, type Ref, Suspense, useId, useState } from "react"
import { Button } from "./button"
import { FieldError } from "./field"

const Editor = lazy(() => import("./rich-editor"))

type Props = {
  label: string
  value: string
  onChange: (html: string) => void
  /** Height of the page in pixels. */
  height?: number
  hint?: string
  error?: string
  disabled?: boolean
  /** Its focus goes into the text. */
  ref?: Ref<{ focus: () => void }>
}

/** A rich text with its label. The editor itself is loaded when the first one shows. */
export function RichText({ label, height = 400, hint, error, ...editor }: Props) {
  const id = useId()
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ")
  const [broken, setBroken] = useState(false)
  return (
    <div className="min-w-0">
      <span id={id} className="mb-1.5 block font-medium">
        {label}
      </span>
      {broken ? (
        <Failure />
      ) : (
        <Boundary onBreak={() => setBroken(true)}>
          <Suspense fallback={<div className="rich rich-wait" style={{ height }} />}>
            <Editor
              {...editor}
              labelledBy={id}
              describedBy={notes || undefined}
              invalid={!!error}
              height={height}
              onBreak={() => setBroken(true)}
            />
          </Suspense>
        </Boundary>
      )}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-label text-ink-3">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

function Failure() {
  return (
    <div role="alert" className="rich flex flex-wrap items-center gap-3 p-4">
      <p className="flex-1 text-danger">Failed to initialize editor. Please reload the page.</p>
      <Button size="sm" onClick={() => location.reload()}>
        Reload page
      </Button>
    </div>
  )
}

class Boundary extends Component<{ onBreak: () => void; children: ReactNode }> {
  override componentDidCatch() {
    this.props.onBreak()
  }
  static getDerivedStateFromError() {
    return { broken: true }
  }
  override state = { broken: false }
  override render() {
    return this.state.broken ? null : this.props.children
  }
}

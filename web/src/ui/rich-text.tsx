import { Component, lazy, type ReactNode, type Ref, Suspense, useState } from "react"
import type { RichToolbar } from "@/lib/rich-toolbar"
import { Button } from "./button"
import { Field } from "./field"
import type { RichInsert, RichPicture } from "./rich-schema"

const Editor = lazy(() => import("./rich-editor"))

type Props = {
  label: string
  /** The field of a form that it is. */
  path?: string
  /** In line with the label, at the other end. */
  aside?: ReactNode
  value: string
  onChange: (html: string) => void
  /** Height of the page in pixels; it grows with its text. */
  height?: number
  /** What is at hand besides bold, italic and links. */
  tools?: RichToolbar
  hint?: string
  error?: string
  disabled?: boolean
  /** Has a picture chosen for the text; without, it shows none. */
  onPicture?: (insert: (picture: RichPicture) => void) => void
  /** What else can be put into the text. */
  inserts?: RichInsert[]
  /** Its focus goes into the text. */
  ref?: Ref<{ focus: () => void }>
}

/** A rich text with its label. The editor itself is loaded when the first one shows. */
export function RichText({ label, path, aside, height = 400, hint, error, ...editor }: Props) {
  const [broken, setBroken] = useState(false)
  return (
    <Field {...{ label, path, aside, hint, error }} isText>
      {({ id, "aria-describedby": notes }) =>
        broken ? (
          <Failure />
        ) : (
          <Boundary onBreak={() => setBroken(true)}>
            <Suspense fallback={<div className="rich rich-wait" style={{ height }} />}>
              <Editor
                {...editor}
                labelledBy={id}
                describedBy={notes}
                invalid={!!error}
                height={height}
                onBreak={() => setBroken(true)}
              />
            </Suspense>
          </Boundary>
        )
      }
    </Field>
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

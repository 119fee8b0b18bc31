import { type ReactNode, useEffect, useRef } from "react"
import { type UseFormReturn, useWatch } from "react-hook-form"
import { Link } from "wouter"
import type { FooterValues } from "@/lib/documents.gen"
import { fieldOf } from "@/lib/preview"
import { isFollowed, type Reach } from "@/lib/reach"
import { Button } from "@/ui/button"
import { placed } from "@/ui/field"
import { Changed } from "../document/changed"
import { labelled } from "../document/labels"

type Props<Name extends keyof Reach> = {
  form: UseFormReturn<FooterValues>
  name: Name
  label: string
  /** What Contact says, and how it reads; nothing while it is not known. */
  said: Reach[Name]
  text: string | undefined
  /** The field for what the footer says itself. */
  children: ReactNode
}

const NOTHING: Reach = { email: "", location: "", social_links: [] }
const CONTROL = "input, .followed button, [data-add]"

const there = (name: keyof Reach) =>
  `/admin/contact?field=${encodeURIComponent(fieldOf("contact", "", name))}`

/** Something of the footer that follows Contact, until another one is wanted here. */
export function Followed<Name extends keyof Reach>(props: Props<Name>) {
  const { form, name, label, said, text, children } = props
  const flag = `follows_${name}` as const
  labelled(form, flag, `${label} from Contact`)
  useWatch({ control: form.control, name: [name, flag] })
  const follows = isFollowed(form.getValues(), name)
  const box = useRef<HTMLDivElement>(null)
  const wasPressed = useRef(false)
  // What was pressed is gone then: the focus goes to what came in its place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it comes with the change
  useEffect(() => {
    if (wasPressed.current) box.current?.querySelector<HTMLElement>(CONTROL)?.focus()
    wasPressed.current = false
  }, [follows])
  const set = (value: Reach[Name], isOn: boolean) => {
    form.setValue(name, value as never, { shouldDirty: true })
    form.setValue(flag, isOn as never, { shouldDirty: true })
    form.clearErrors(name)
  }
  return (
    <div
      ref={box}
      onClickCapture={() => {
        wasPressed.current = true
      }}
    >
      {follows ? (
        <div data-document="contact" {...placed(name, label)}>
          <div className="mb-1.5 flex items-baseline justify-between gap-3">
            <span className="min-w-0 flex-1 font-medium">{label}</span>
            <Changed form={form} name={name} label={label} also={[flag]} />
          </div>
          <div className="followed">
            <p>
              Follows <Link href={there(name)}>Contact</Link>
              {text && (
                <>
                  : <b>{text}</b>
                </>
              )}
              {text === "" && ", which has none yet."}
            </p>
            <Button
              look="ghost"
              size="sm"
              aria-label={`Use another one here: ${label}`}
              onClick={() => set(said, false)}
            >
              Use another one here
            </Button>
          </div>
        </div>
      ) : (
        <>
          {children}
          <div className="followed-own">
            <p>{form.getValues(name).length > 0 ? "Only here." : "The footer shows none."}</p>
            <Button
              look="ghost"
              size="sm"
              aria-label={`Follow Contact: ${label}`}
              title={text || undefined}
              onClick={() => set(NOTHING[name], true)}
            >
              Follow Contact
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

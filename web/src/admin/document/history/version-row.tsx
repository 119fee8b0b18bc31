import { type ReactNode, useCallback, useEffect, useId, useRef } from "react"
import { counted, fullMoment } from "@/lib/format"
import { Button } from "@/ui/button"
import type { RowProps } from "@/ui/virtual-rows"
import type { Difference } from "./differences"
import { FieldDifference } from "./field-difference"

type Props = {
  place?: RowProps
  who: string
  what: string
  /** When it was saved, and how that is said under the heading of its day. */
  at?: string
  time: string
  isOpen: boolean
  /** It is what somebody came for. */
  isAsked?: boolean
  onOpen: () => void
  children: ReactNode
}

/** One version: who, when and what; open, how it differs from what is on the site. */
export function VersionRow(props: Props) {
  const { place, who, what, at, time, isOpen, isAsked, onOpen, children } = props
  const id = useId()
  const row = useRef<HTMLLIElement>(null)
  const measure = place?.ref
  const ref = useCallback(
    (li: HTMLLIElement | null) => {
      row.current = li
      measure?.(li)
    },
    [measure],
  )
  useEffect(() => {
    if (isAsked) row.current?.scrollIntoView?.({ block: "start" })
  }, [isAsked])
  useEffect(() => {
    if (isOpen) row.current?.scrollIntoView?.({ block: "nearest" })
  }, [isOpen])
  return (
    <li {...place} ref={ref} className="version" data-open={isOpen}>
      <button
        type="button"
        className="version-head"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onOpen}
      >
        <span className="version-initial" aria-hidden="true">
          {who.charAt(0).toUpperCase()}
        </span>
        <span className="font-medium wrap-anywhere">{who}</span>
        <time dateTime={at} title={at && fullMoment(at)}>
          {time}
        </time>
        <span className="col-span-2 text-ink-2 wrap-anywhere">{what}</span>
      </button>
      {isOpen && (
        <div id={id} className="version-open">
          {children}
        </div>
      )}
    </li>
  )
}

type FieldsProps = {
  /** What the words that are struck through are. */
  ours?: string
  /** What the underlined words are. */
  theirs: string
  all: Difference[]
  /** How many fields the form has. */
  of: number
  /** What is said when nothing differs; without it, nothing. */
  same?: string
  /** Fields that the form holds as this version has them. */
  isFilled?: (path: string) => boolean
  onRestore?: (path: string) => void
}

/** Each field that differs, with its way back. */
export function DifferentFields(props: FieldsProps) {
  const { ours = "On the site now", theirs, all, of, same, isFilled, onRestore } = props
  if (all.length === 0) return same ? <p className="py-2 text-ink-2">{same}</p> : null
  const others = of - all.length
  return (
    <>
      <p className="difference-text flex gap-2 text-label" aria-hidden="true">
        <del>{ours}</del>
        <ins className="ml-0!">{theirs}</ins>
      </p>
      {all.map((one) => (
        <section key={one.path} className="difference" aria-label={one.label}>
          <div className="difference-head">
            <h4 className="font-medium wrap-anywhere">{one.label}</h4>
            {onRestore && (
              <Button
                size="sm"
                disabled={isFilled?.(one.path)}
                aria-label={isFilled?.(one.path) ? undefined : `Restore this field: ${one.label}`}
                onClick={() => onRestore(one.path)}
              >
                {isFilled?.(one.path) ? "In the form" : "Restore this field"}
              </Button>
            )}
          </div>
          <FieldDifference of={one} ours={ours} />
        </section>
      ))}
      {others > 0 && (
        <p className="pt-3 text-ink-2">
          {counted(others, "other field is", "other fields are")} the same.
        </p>
      )}
    </>
  )
}

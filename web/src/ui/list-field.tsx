import { Plus, X } from "lucide-react"
import {
  type ClipboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from "react"
import { Button } from "./button"
import { FieldError, placed } from "./field"
import { IconButton } from "./icon-button"
import { LineInput } from "./input"
import { SortableList } from "./sortable-list"

type Props = {
  /** Heads the list and names its inputs: "Responsibilities". */
  label: string
  /** The field of a form that it is. */
  path?: string
  /** Below the label. */
  aside?: ReactNode
  /** One item, as in "Add responsibility". */
  item: string
  values: string[]
  onChange: (values: string[]) => void
  /** How many rows must stay; their remove buttons are off. */
  least?: number
  disabled?: boolean
  /** What is wrong with each item, by its place. */
  errors?: (string | undefined)[]
  /** What is wrong with the list as a whole. */
  error?: string
  /** Its focus goes to the first item that is wrong. */
  ref?: Ref<{ focus: () => void }>
}

/** A list of one-line texts in an order. */
export function ListField(props: Props) {
  const {
    label,
    path,
    aside,
    item,
    values,
    onChange,
    least = 1,
    disabled,
    errors = [],
    error,
    ref,
  } = props
  const id = useId()
  const list = useRef<HTMLFieldSetElement>(null)
  // The errors of a form are drawn after it asks for the focus, be it long after.
  const isAsked = useRef(false)
  const goToWrong = () => {
    const wrong = isAsked.current && firstWrong(list.current)
    if (!wrong) return
    isAsked.current = false
    wrong.focus()
  }
  useEffect(() => {
    goToWrong()
    // What is wrong with the list as a whole is of no item.
    if (error) isAsked.current = false
  })
  useImperativeHandle(ref, () => ({
    focus: () => {
      isAsked.current = true
      requestAnimationFrame(goToWrong)
    },
  }))
  const keys = useKeys(values.length)
  const button = useRef<HTMLButtonElement>(null)
  const focus = (index: number, caret?: number) =>
    requestAnimationFrame(() => {
      const row = list.current?.querySelectorAll("textarea")[index]
      ;(row ?? button.current)?.focus()
      if (caret !== undefined) row?.setSelectionRange(caret, caret)
    })
  const add = (after: number) => {
    keys.insert(after + 1)
    onChange(values.toSpliced(after + 1, 0, ""))
    focus(after + 1)
  }
  const remove = (index: number) => {
    keys.remove(index)
    onChange(values.toSpliced(index, 1))
    focus(Math.max(0, index - 1))
  }
  // A list copied from elsewhere becomes as many rows.
  const paste = (index: number, event: ClipboardEvent<HTMLTextAreaElement>) => {
    const lines = linesOf(event.clipboardData.getData("text/plain"))
    const last = lines.pop()
    if (last === undefined || lines.length === 0) return
    event.preventDefault()
    const { value, selectionStart, selectionEnd } = event.currentTarget
    lines[0] = value.slice(0, selectionStart) + lines[0]
    for (const _ of lines) keys.insert(index + 1)
    onChange(values.toSpliced(index, 1, ...lines, last + value.slice(selectionEnd)))
    focus(index + lines.length, last.length)
  }
  return (
    <fieldset className="relative" ref={list} {...placed(path, label)}>
      <legend className="mb-1.5 font-medium">{label}</legend>
      {/* In line with the legend, which stands above what the fieldset counts as its own. */}
      <div className="absolute -top-7 right-0">{aside}</div>
      <SortableList
        className="grid gap-2"
        items={keys.all}
        idOf={(key) => key}
        nameOf={(key) => values[keys.all.indexOf(key)] || `${item} ${keys.all.indexOf(key) + 1}`}
        off={disabled}
        rowClass={() => "sortable-line"}
        onMove={(order) => {
          const moved = order.map((key) => values[keys.all.indexOf(Number(key))] as string)
          keys.put(order as number[])
          onChange(moved)
        }}
      >
        {(_, index, { grip }) => (
          <div {...placed(path && `${path}.${index}`, `${label} ${index + 1}`)}>
            <div className="flex items-start gap-1">
              {grip}
              <LineInput
                value={values[index] ?? ""}
                disabled={disabled}
                aria-label={`${label} ${index + 1}`}
                aria-invalid={errors[index] ? true : undefined}
                aria-describedby={errors[index] && `${id}-${index}`}
                onChange={(text) => onChange(values.with(index, text))}
                onEnter={() => add(index)}
                onPaste={(event) => paste(index, event)}
              />
              <IconButton
                className="mt-1 max-md:mt-0"
                label={`Remove ${item} ${index + 1}`}
                disabled={disabled || values.length <= least}
                onClick={() => remove(index)}
              >
                <X />
              </IconButton>
            </div>
            {errors[index] && (
              <div className="ml-8">
                <FieldError id={`${id}-${index}`}>{errors[index]}</FieldError>
              </div>
            )}
          </div>
        )}
      </SortableList>
      {error && <FieldError>{error}</FieldError>}
      <Button
        look="ghost"
        size="sm"
        className="mt-2 ml-4.5"
        disabled={disabled}
        ref={button}
        onClick={() => add(values.length - 1)}
      >
        <Plus aria-hidden="true" />
        Add {item}
      </Button>
    </fieldset>
  )
}

/** Texts may repeat and have no ids, so each row gets a key that moves with it. */
function useKeys(length: number) {
  const next = useRef(length)
  const [all, put] = useState(() => Array.from({ length }, (_, index) => index))
  // Rows that came or went in another way, such as by a version that is restored.
  if (all.length !== length)
    put(
      all.length > length
        ? all.slice(0, length)
        : [...all, ...Array.from({ length: length - all.length }, () => next.current++)],
    )
  return {
    all,
    put,
    insert: (at: number) => put((now) => now.toSpliced(at, 0, next.current++)),
    remove: (at: number) => put((now) => now.toSpliced(at, 1)),
  }
}

const firstWrong = (list: HTMLElement | null) => list?.querySelector<HTMLElement>("[aria-invalid]")

// Word marks the second level of a list with the letter o.
const BULLET = /^(?:[-–—*•·◦▪‣●○]\s+|o\t|\d{1,2}[.)]\s+)/

const linesOf = (text: string) =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim().replace(BULLET, ""))
    .filter(Boolean)

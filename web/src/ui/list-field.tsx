import { Plus, X } from "lucide-react"
import { type ClipboardEvent, type Ref, useId, useImperativeHandle, useRef } from "react"
import { Button } from "./button"
import { FieldError } from "./field"
import { IconButton } from "./icon-button"
import { LineInput } from "./input"

type Props = {
  /** Heads the list and names its inputs: "Responsibilities". */
  label: string
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

/** A numbered list of one-line texts. */
export function ListField(props: Props) {
  const { label, item, values, onChange, least = 1, disabled, errors = [], error, ref } = props
  const id = useId()
  const list = useRef<HTMLOListElement>(null)
  useImperativeHandle(ref, () => ({
    // The errors of a form are drawn after it asks for the focus.
    focus: () => requestAnimationFrame(() => firstWrong(list.current)?.focus()),
  }))
  const button = useRef<HTMLButtonElement>(null)
  const focus = (index: number, caret?: number) =>
    requestAnimationFrame(() => {
      const row = list.current?.querySelectorAll("textarea")[index]
      ;(row ?? button.current)?.focus()
      if (caret !== undefined) row?.setSelectionRange(caret, caret)
    })
  const add = (after: number) => {
    onChange(values.toSpliced(after + 1, 0, ""))
    focus(after + 1)
  }
  const remove = (index: number) => {
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
    onChange(values.toSpliced(index, 1, ...lines, last + value.slice(selectionEnd)))
    focus(index + lines.length, last.length)
  }
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{label}</legend>
      <ol ref={list} className="grid gap-2">
        {values.map((value, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the texts may repeat, and a row is its position
          <li key={index}>
            <div className="flex items-start gap-1.5">
              <span
                className="w-5 pr-1 text-right text-label leading-10 text-ink-3 tabular-nums"
                aria-hidden
              >
                {index + 1}
              </span>
              <LineInput
                value={value}
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
              <div className="ml-6.5">
                <FieldError id={`${id}-${index}`}>{errors[index]}</FieldError>
              </div>
            )}
          </li>
        ))}
      </ol>
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

const firstWrong = (list: HTMLElement | null) => list?.querySelector<HTMLElement>("[aria-invalid]")

// Word marks the second level of a list with the letter o.
const BULLET = /^(?:[-–—*•·◦▪‣●○]\s+|o\t|\d{1,2}[.)]\s+)/

const linesOf = (text: string) =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim().replace(BULLET, ""))
    .filter(Boolean)

import { Plus, X } from "lucide-react"
import { useRef } from "react"
import { Button } from "./button"
import { IconButton } from "./icon-button"
import { Input } from "./input"

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
}

/** A numbered list of one-line texts. */
export function ListField({ label, item, values, onChange, least = 1, disabled }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const focus = (index: number) =>
    requestAnimationFrame(() => list.current?.querySelectorAll("input")[index]?.focus())
  const add = (after: number) => {
    onChange(values.toSpliced(after + 1, 0, ""))
    focus(after + 1)
  }
  const remove = (index: number) => {
    onChange(values.toSpliced(index, 1))
    focus(Math.max(0, index - 1))
  }
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{label}</legend>
      <ol ref={list} className="grid gap-2">
        {values.map((value, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the texts may repeat, and a row is its position
          <li key={index} className="flex items-center gap-1.5">
            <span className="w-5 pr-1 text-right text-label text-ink-3 tabular-nums" aria-hidden>
              {index + 1}
            </span>
            <Input
              value={value}
              disabled={disabled}
              aria-label={`${label} ${index + 1}`}
              onChange={(event) => onChange(values.with(index, event.target.value))}
              onKeyDown={(event) => {
                if (event.key !== "Enter" || event.nativeEvent.isComposing) return
                event.preventDefault()
                add(index)
              }}
            />
            <IconButton
              label={`Remove ${item} ${index + 1}`}
              disabled={disabled || values.length <= least}
              onClick={() => remove(index)}
            >
              <X />
            </IconButton>
          </li>
        ))}
      </ol>
      <Button
        look="ghost"
        size="sm"
        className="mt-2 ml-4.5"
        disabled={disabled}
        onClick={() => add(values.length - 1)}
      >
        <Plus aria-hidden="true" />
        Add {item}
      </Button>
    </fieldset>
  )
}

import { ChevronUp } from "lucide-react"
import { Popover } from "radix-ui"
import { type FieldPath, type FieldValues, type UseFormReturn, useFormState } from "react-hook-form"
import { counted } from "@/lib/format"
import { words } from "./as-text"
import { labelsOf } from "./labels"

/** How many fields differ from what is saved, and which. */
export function Differences<Values extends FieldValues>({ form }: { form: UseFormReturn<Values> }) {
  const { dirtyFields } = useFormState({ control: form.control })
  const changed = Object.entries(dirtyFields).flatMap(([key, is]) => (isAny(is) ? [key] : []))
  const labelOf = labelsOf(form)
  return (
    <Popover.Root>
      <Popover.Trigger className="save-differences">
        Unsaved, {counted(Math.max(1, changed.length), "difference")}
        <ChevronUp aria-hidden="true" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className="row-menu" align="start" sideOffset={8} aria-label="Differences">
          {changed.map((key) => (
            <Popover.Close
              key={key}
              className="row-menu-item w-full"
              onClick={() => requestAnimationFrame(() => focusOn(form, key as FieldPath<Values>))}
            >
              {labelOf(key) ?? words(key)}
            </Popover.Close>
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

const isAny = (dirty: unknown): boolean =>
  dirty === true || (typeof dirty === "object" && Object.values(dirty ?? {}).some(isAny))

function focusOn<Values extends FieldValues>(form: UseFormReturn<Values>, name: FieldPath<Values>) {
  form.setFocus(name)
}

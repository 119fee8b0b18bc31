import { type UseFormReturn, useWatch } from "react-hook-form"
import type { JobValues } from "@/lib/documents.gen"
import { shortDate } from "@/lib/format"
import { Badge } from "@/ui/badge"
import { Button } from "@/ui/button"
import { labelled } from "../document/labels"
import { hasClosed } from "./open"

/** Whether the job is on the list, and the switch for it. It is saved with the rest. */
export function JobOpen({ form }: { form: UseFormReturn<JobValues> }) {
  const [isOpen, closesOn] = useWatch({ control: form.control, name: ["is_open", "closes_on"] })
  labelled(form, "is_open", "Open")
  const isOver = hasClosed(closesOn)
  const state = !isOpen
    ? "Not on Careers; its page says so."
    : isOver
      ? `Closed since the end of ${shortDate(`${closesOn}T12:00:00`)}. A later date opens it again.`
      : "Shown on Careers"
  return (
    <div className="flex flex-wrap items-center gap-3" data-path="is_open" data-name="Open">
      <Badge look={isOpen && !isOver ? "on" : "plain"}>
        {isOpen && !isOver ? "Open" : "Closed"}
      </Badge>
      <span className="flex-1 text-ink-2">{state}</span>
      <Button
        size="sm"
        look="secondary"
        onClick={() => form.setValue("is_open", !isOpen, { shouldDirty: true })}
      >
        {isOpen ? "Close this job" : "Open this job"}
      </Button>
    </div>
  )
}

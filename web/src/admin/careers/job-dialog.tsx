import { useQuery } from "@tanstack/react-query"
import { Eye, Pencil } from "lucide-react"
import { useState } from "react"
import { useWatch } from "react-hook-form"
import { job as declared, type Job } from "@/lib/documents.gen"
import { Segment } from "@/ui/segment"
import { DocumentDialog } from "../document/document-dialog"
import { useDocumentForm } from "../document/use-document-form"
import type { Edited } from "../document/use-edited"
import { jobValues, studioLocation } from "./api"
import { JobFields } from "./job-fields"
import { JobPreview } from "./job-preview"

type Props = {
  edited: Edited<Job>
  /** The contact email, for the applicants of a new job. */
  email?: string
  onClose: () => void
}

export default function JobDialog({ edited: { row: job, isGone }, email, onClose }: Props) {
  const [view, setView] = useState<"edit" | "preview">("edit")
  const isNew = job === null || isGone
  const editing = useDocumentForm(declared, {
    doc: job,
    isGone,
    done: isNew ? "Job listing created successfully" : "Job listing updated successfully",
    failed: "Failed to save job listing. Please try again.",
    onSaved: onClose,
    onInvalid: () => setView("edit"),
    values: (one) => jobValues(one, email),
  })
  const { form } = editing
  const typed = useWatch({ control: form.control }) as ReturnType<typeof jobValues>
  const { data: studio } = useQuery(studioLocation)
  return (
    <DocumentDialog
      title={job ? "Edit Job Listing" : "Create New Job Listing"}
      editing={editing}
      action={job ? "Update" : "Create"}
      disabled={!typed.title?.trim()}
      tall
      onClose={onClose}
      aside={
        <Segment
          label="View"
          value={view}
          onChange={setView}
          choices={[
            { value: "edit", label: "Edit", icon: <Pencil aria-hidden="true" /> },
            { value: "preview", label: "Preview", icon: <Eye aria-hidden="true" /> },
          ]}
        />
      }
      instead={view === "preview" ? <JobPreview job={typed} /> : undefined}
    >
      <JobFields form={form} isNew={isNew} studio={studio} />
    </DocumentDialog>
  )
}

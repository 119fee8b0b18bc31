import { useWatch } from "react-hook-form"
import { job as declared, type Job } from "@/lib/documents.gen"
import { JOB } from "@/lib/preview"
import { useDocumentForm } from "../document/use-document-form"
import type { Edited } from "../document/use-edited"
import { WorkDialog } from "../document/work-dialog"
import { filledIn } from "../preview/placeholders"
import { useWorkbench } from "../preview/use-workbench"
import { jobValues, useStudioLocation } from "./api"
import { jobFaces } from "./job-faces"
import { JobFields } from "./job-fields"

type Props = {
  edited: Edited<Job>
  /** The contact email, for the applicants of a new job. */
  email?: string
  onClose: () => void
}

export default function JobDialog({ edited: { row: job, isGone }, email, onClose }: Props) {
  const working = useWorkbench()
  const isNew = job === null || isGone
  const editing = useDocumentForm(declared, {
    doc: job,
    isGone,
    done: isNew ? "Job listing created successfully" : "Job listing updated successfully",
    failed: "Failed to save job listing. Please try again.",
    onSaved: onClose,
    onInvalid: () => working.shared.setView("edit"),
    values: (one) => jobValues(one, email),
  })
  const { form } = editing
  // The whole dialog is drawn when this changes, not with each key.
  const isUntitled = useWatch({
    control: form.control,
    name: "title",
    compute: (title) => !title?.trim(),
  })
  const studio = useStudioLocation()
  return (
    <WorkDialog
      working={working}
      title={job ? "Edit Job Listing" : "Create New Job Listing"}
      editing={editing}
      action={job ? "Update" : "Create"}
      disabled={isUntitled}
      onClose={onClose}
      page={{
        path: JOB,
        name: job?.title ?? "New role",
        site: job ? `/careers/${job.slug}` : "/careers",
        faces: jobFaces({ form, job, studio }),
      }}
      layerOf={(values) => ({
        content: {
          job: { ...filledIn(values), id: editing.id, ...(job && { created_at: job.created_at }) },
        },
      })}
    >
      <JobFields form={form} isNew={isNew} studio={studio} />
    </WorkDialog>
  )
}

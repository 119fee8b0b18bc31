import { Eye, Pencil } from "lucide-react"
import { useState } from "react"
import { useWatch } from "react-hook-form"
import { unsaved } from "@/lib/unsaved"
import { Button } from "@/ui/button"
import { Dialog, DialogBody } from "@/ui/dialog"
import { Segment } from "@/ui/segment"
import { DocumentNotices } from "../document/document-notices"
import { useDocumentForm } from "../document/use-document-form"
import { type Job, jobSchema, jobValues, saveJob } from "./api"
import { JobFields } from "./job-fields"
import { JobPreview } from "./job-preview"

type Props = { job: Job | null; onClose: () => void }

export default function JobDialog({ job, onClose }: Props) {
  const [view, setView] = useState<"edit" | "preview">("edit")
  const editing = useDocumentForm({
    name: job ? `job ${job.id}` : "job new",
    doc: job,
    stamp: (one) => one.version,
    values: jobValues,
    schema: jobSchema,
    save: saveJob,
    refreshes: [["job_listings"]],
    done: job ? "Job listing updated successfully" : "Job listing created successfully",
    failed: "Failed to save job listing. Please try again.",
    onSaved: onClose,
    onInvalid: () => setView("edit"),
  })
  const { form } = editing
  const typed = useWatch({ control: form.control }) as ReturnType<typeof jobValues>
  const close = async () => {
    if (!editing.isDirty || (await unsaved.ask())) onClose()
  }
  return (
    <Dialog
      title={job ? "Edit Job Listing" : "Create New Job Listing"}
      tall
      onClose={() => void close()}
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
      footer={
        <>
          <Button onClick={() => void close()}>Cancel</Button>
          <Button
            type="submit"
            form="job"
            look="primary"
            disabled={!typed.title?.trim()}
            pending={editing.isSaving}
            pendingLabel="Saving..."
          >
            {job ? "Update" : "Create"}
          </Button>
        </>
      }
    >
      <DialogBody>
        <DocumentNotices {...editing} />
        <form id="job" noValidate onSubmit={editing.submit} hidden={view !== "edit"}>
          <JobFields form={form} isNew={job === null} />
        </form>
        {view === "preview" && <JobPreview job={typed} />}
      </DialogBody>
    </Dialog>
  )
}

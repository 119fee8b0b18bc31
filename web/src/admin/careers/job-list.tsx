import type { UseQueryResult } from "@tanstack/react-query"
import { Plus } from "lucide-react"
import { useState } from "react"
import { job as declared, type Job } from "@/lib/documents.gen"
import { Button } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { ErrorState } from "@/ui/error-state"
import { NoMatch } from "@/ui/no-match"
import { Spinner } from "@/ui/spinner"
import { ConfirmDeletion } from "../document/confirm-deletion"
import { JobCard } from "./job-card"

type Props = {
  query: UseQueryResult<Job[]>
  shown: Job[]
  onAdd: () => void
  onEdit: (job: Job) => void
  onClear: () => void
}

export function JobList({ query, shown, onAdd, onEdit, onClear }: Props) {
  const [doomed, setDoomed] = useState<Job>()
  if (query.isPending) return <Spinner label="Loading..." />
  if (!query.data)
    return (
      <ErrorState
        title="Error loading job listings"
        pending={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  if (query.data.length === 0)
    return (
      <EmptyState title="No Job Listings" text="Add your first job listing to attract candidates.">
        <Button look="primary" onClick={onAdd}>
          <Plus aria-hidden="true" /> Add Job Listing
        </Button>
      </EmptyState>
    )
  if (shown.length === 0)
    return <NoMatch text="No job listings found matching your search." onClear={onClear} />
  return (
    <>
      <ul className="grid gap-3" data-rows>
        {shown.map((job) => (
          <JobCard
            key={job.id}
            job={job}
            onEdit={() => onEdit(job)}
            onDelete={() => setDoomed(job)}
          />
        ))}
      </ul>
      {doomed && (
        <ConfirmDeletion
          declared={declared}
          row={doomed}
          title="Are you sure?"
          text="This action cannot be undone. This will permanently delete the job listing and all associated data."
          item={doomed.title}
          done="Job listing deleted successfully"
          failed="Failed to delete job listing. Please try again."
          onOver={() => setDoomed(undefined)}
        />
      )}
    </>
  )
}

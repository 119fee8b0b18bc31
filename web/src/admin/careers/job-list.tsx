import type { UseQueryResult } from "@tanstack/react-query"
import { Plus } from "lucide-react"
import { useState } from "react"
import { job as declared, type Job } from "@/lib/documents.gen"
import { Button } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { NotLoaded } from "@/ui/error-state"
import { NoMatch } from "@/ui/no-match"
import { SortableList } from "@/ui/sortable-list"
import { Spinner } from "@/ui/spinner"
import { ConfirmDeletion } from "../document/confirm-deletion"
import { moveOne } from "../document/move-one"
import { useRank } from "./api"
import { JobCard } from "./job-card"

type Props = {
  query: UseQueryResult<Job[]>
  shown: Job[]
  /** What is shown is the order of visitors. */
  isInOrder: boolean
  onAdd: () => void
  onEdit: (job: Job) => void
  onClear: () => void
}

export function JobList({ query, shown, isInOrder, onAdd, onEdit, onClear }: Props) {
  const rank = useRank()
  const [doomed, setDoomed] = useState<Job>()
  if (query.isPending) return <Spinner label="Loading..." />
  if (!query.data) return <NotLoaded query={query} title="Error loading job listings" />
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
      <div data-rows>
        <SortableList
          className="grid grid-cols-1 gap-3"
          items={shown}
          idOf={({ id }) => id}
          nameOf={({ title }) => title}
          rowClass={() => "card sortable-card unseen"}
          off={!isInOrder}
          onMove={(ids) => {
            const [from, to] = moveOne(
              shown.map(({ id }) => id),
              ids,
            )
            const moved = shown[from]
            if (moved) rank.mutate({ job: moved, rank: to + 1 })
          }}
        >
          {(job, _, { grip }) => (
            <JobCard
              job={job}
              grip={grip}
              onEdit={() => onEdit(job)}
              onDelete={() => setDoomed(job)}
            />
          )}
        </SortableList>
      </div>
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

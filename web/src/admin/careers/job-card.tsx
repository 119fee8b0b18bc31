import { MapPin, Pencil } from "lucide-react"
import type { ReactNode } from "react"
import type { Job } from "@/lib/documents.gen"
import { counted } from "@/lib/format"
import { plainText } from "@/lib/text"
import { Badge } from "@/ui/badge"
import { IconButton } from "@/ui/icon-button"
import { RemoveButton } from "@/ui/remove-button"
import { hasClosed } from "./open"

type Props = { job: Job; grip: ReactNode; onEdit: () => void; onDelete: () => void }

export function JobCard({ job, grip, onEdit, onDelete }: Props) {
  const { title, location, responsibilities, qualifications, preferred } = job
  return (
    <>
      {grip}
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] gap-x-5">
        <h2 className="display flex flex-wrap items-center gap-2.5 text-[18px]">
          <span className="wrap-anywhere">{title}</span>
          <Badge>Rank {job.rank}</Badge>
          {(!job.is_open || hasClosed(job.closes_on)) && <Badge>Closed</Badge>}
        </h2>
        <p className="col-span-2 mt-1.5 line-clamp-2 max-w-[72ch] text-ink-2 wrap-anywhere">
          {plainText(job.about ?? "")}
        </p>
        <p className="col-span-2 mt-2.5 flex flex-wrap gap-x-4.5 gap-y-1.5 text-label text-ink-3 tabular-nums">
          {location && (
            <span className="inline-flex items-center gap-1.5 wrap-anywhere">
              <MapPin className="size-3.5 shrink-0" aria-hidden="true" /> {location}
            </span>
          )}
          <span>{counted(responsibilities.length, "responsibility", "responsibilities")}</span>
          <span>{counted(qualifications.length, "qualification")}</span>
          <span>{preferred.length} preferred</span>
        </p>
        <div className="col-start-2 row-start-1 -mt-1 -mr-1.5 flex items-start gap-0.5">
          <IconButton label={`Edit ${title}`} onClick={onEdit}>
            <Pencil />
          </IconButton>
          <RemoveButton label={`Delete ${title}`} onClick={onDelete} />
        </div>
      </div>
    </>
  )
}

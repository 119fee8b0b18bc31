import { ArrowUpRight, ShieldAlert } from "lucide-react"
import { lazy, Suspense, useState } from "react"
import type { Application } from "./stages"
import { sizeOf } from "./words"

// It draws with a library that nobody needs who opens no CV.
const CvDialog = lazy(() => import("./cv-dialog"))

const LINES = ["80%", "55%", "100%", "85%", "60%", "90%"]

/** The CV of an applicant, which opens pressed. */
export function CvCard({ row }: { row: Application }) {
  const [isOpen, setOpen] = useState(false)
  const name = row.cv_file_name || "CV"
  if (row.cv_name === "") return null
  if (row.scan === "held")
    return (
      <div className="cv-card">
        <ShieldAlert className="size-6 justify-self-center text-warn" aria-hidden="true" />
        <div>
          <p className="font-medium">{name}</p>
          <p className="text-label text-warn">
            Held back by the virus scan. It cannot be opened until a scan has found nothing.
          </p>
          {row.scan_note && <p className="text-label text-ink-3">{row.scan_note}</p>}
        </div>
      </div>
    )
  return (
    <>
      <button
        type="button"
        className="cv-card"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span className="cv-page" aria-hidden="true">
          {LINES.map((width) => (
            <i key={width} style={{ width }} />
          ))}
        </span>
        <span>
          <span className="sr-only">Open the CV </span>
          <span className="block font-medium">{name}</span>
          <span className="text-label text-ink-3">PDF, {sizeOf(row.cv_bytes)}</span>
        </span>
        <ArrowUpRight className="size-4" aria-hidden="true" />
      </button>
      {isOpen && (
        <Suspense>
          <CvDialog row={row} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

import { useQuery } from "@tanstack/react-query"
import { History, Undo2 } from "lucide-react"
import { lazy, Suspense, useState } from "react"
import type { Table } from "@/lib/document"
import { fullMoment, shortMoment } from "@/lib/format"
import { Button } from "@/ui/button"
import { useLastUndo } from "../document/history/undo"
import { ViewSwitch } from "../preview/view-switch"
import { useUser } from "../session/session"
import { useNames } from "../session/staff"
import { lastEntry } from "./api"
import { inShort } from "./in-words"

const EntryDrawer = lazy(() => import("./entry-drawer"))

type Props = {
  /** What the list is called. */
  label: string
  table: Table
  documents: string[]
}

/** The foot of a list that saves at once: what was done last, what was done at all, and the way back. */
export function ListFoot({ label, table, documents }: Props) {
  const me = useUser().id
  const [isOpen, setOpen] = useState(false)
  const undo = useLastUndo(table)
  const { data: last } = useQuery(lastEntry(table, documents))
  const nameOf = useNames(last ? [last] : [])
  return (
    <div className="save-bar">
      <div className="save-state">
        <p className="text-label text-ink-2">Saved as you go</p>
        {last && (
          <p className="last-entry text-label text-ink-3" title={fullMoment(last.created_at)}>
            {inShort(last)}, {shortMoment(last.created_at)} by{" "}
            {last.user_id === me ? "you" : nameOf(last)}
          </p>
        )}
      </div>
      <ViewSwitch />
      <Button onClick={() => setOpen(true)}>
        <History aria-hidden="true" /> History
      </Button>
      <Button disabled={!undo} onClick={() => undo?.run()}>
        <Undo2 aria-hidden="true" /> Undo
      </Button>
      {isOpen && (
        <Suspense>
          <EntryDrawer label={label} documents={documents} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

import { counted } from "@/lib/format"
import { Confirm } from "@/ui/confirm"
import { inTrash } from "../kinds/kinds"
import type { Trashed } from "./api"
import { usePurge } from "./purge"

/** What is to go for good: some rows, or all that is there, by the ids of its revisions. */
export type Doomed = { rows: Trashed[] } | { all: number[] }

type Props = { doomed: Doomed; onOver: () => void }

// As where each is deleted; what is said there of the days in Trash is over here.
const SENTENCES: Record<string, string> = {
  job: "This will permanently delete the job listing and all associated data.",
  company: "This will permanently remove the company from the portfolio section.",
  page: "This will permanently remove the page from the site.",
}

/** Asks before things go for good. */
export function PurgeQuestion({ doomed, onOver }: Props) {
  const purge = usePurge()
  const ids = "all" in doomed ? doomed.all : doomed.rows.map(({ id }) => id)
  const one = "rows" in doomed && doomed.rows.length === 1 ? doomed.rows[0] : undefined
  const what = "all" in doomed ? "everything in Trash" : counted(ids.length, "thing")
  const sentence = one
    ? (SENTENCES[one.document] ?? `This will permanently delete the ${inTrash(one.document).noun}.`)
    : `This will permanently delete ${what}.`
  return (
    <Confirm
      danger
      title="Are you sure?"
      text={`This action cannot be undone. ${sentence}`}
      item={one?.title ?? ("all" in doomed ? counted(ids.length, "thing") : undefined)}
      action={"all" in doomed ? "Empty Trash" : "Delete for good"}
      pendingAction="Deleting..."
      pending={purge.isPending}
      onConfirm={() => purge.mutate(ids, { onSettled: onOver })}
      onCancel={onOver}
    />
  )
}

import { useQuery } from "@tanstack/react-query"
import { OctagonAlert } from "lucide-react"
import { lazy, Suspense, useState } from "react"
import { counted } from "@/lib/format"
import { navigate } from "@/lib/location"
import { PageHead } from "@/ui/page-head"
import { useTyped } from "../rows/use-typed"
import { useAssignees } from "../session/staff"
import { useDelete, useMove } from "./act"
import { type Filter, overview } from "./api"
import { Board } from "./board"
import { ChosenBar } from "./chosen-bar"
import { CloseDialog } from "./close-dialog"
import { DeleteQuestion } from "./delete-question"
import { ApplicantDrawer } from "./drawer"
import { ExportButton } from "./export-button"
import { Filters } from "./filters"
import { ApplicantList } from "./list"
import { Loaded, noneOf } from "./loaded"
import { type Application, type Outcome, STAGES, type Stage } from "./stages"
import type { Template } from "./templates"
import { useAsked } from "./use-asked"
import { useBoard } from "./use-board"
import { useList } from "./use-list"
import { useOpen } from "./use-open"

// The texts of the site are read only when somebody writes.
const MailDialog = lazy(() => import("./mail-dialog"))

/** Those who are written to, one after the other. */
type Mailing = { rows: Application[]; at: number; template: Template }

type Closing = { rows: Application[]; close: (outcome: Outcome) => void }

/** Who applied, and how far the team is with them. */
export default function ApplicantsPage() {
  const asked = useAsked()
  const [search, setSearch] = useState("")
  const text = useTyped(search)
  const filter: Filter = { search: text, job: asked.job, person: asked.person }
  const isBoard = asked.view === "board" && !asked.isHeld
  const nameOf = useAssignees()
  const board = useBoard(filter, isBoard)
  const list = useList(filter, asked.stage || undefined, asked.isHeld, !isBoard)
  const shown = isBoard ? STAGES.flatMap((stage) => board.columns?.[stage].rows ?? []) : list.known
  const { open, openId, choose, close } = useOpen(shown)
  const [mailing, setMailing] = useState<Mailing>()
  const [closing, setClosing] = useState<Closing>()
  const [doomed, setDoomed] = useState<Application>()
  const discard = useDelete()
  const move = useMove()

  const mail = (rows: Application[], template: Template) => setMailing({ rows, at: 0, template })
  const sayNo = (rows: Application[]) =>
    move.mutate(
      { rows, stage: "closed", outcome: "rejected" },
      { onSuccess: () => mail(rows, "reject") },
    )
  const end = (rows: Application[], outcome: Outcome) => {
    if (outcome === "rejected") return sayNo(rows)
    const [one] = rows
    if (rows.length === 1 && one) board.put(one, "closed", outcome)
    else move.mutate({ rows, stage: "closed", outcome })
  }
  const put = (rows: Application[], stage: Stage) => {
    const [one] = rows
    if (stage === "closed") setClosing({ rows, close: (outcome) => end(rows, outcome) })
    else if (rows.length === 1 && one) board.put(one, stage)
    else move.mutate({ rows, stage })
  }
  const step = (by: 1 | -1) => {
    const next = shown[shown.findIndex(({ id }) => id === openId) + by]
    const isKnown = shown.some(({ id }) => id === openId)
    return isKnown && next ? () => choose(next.id) : undefined
  }
  const isFiltered = text !== "" || asked.job !== "" || asked.person !== "" || asked.stage !== ""
  const total = isBoard
    ? board.columns && STAGES.reduce((sum, stage) => sum + (board.columns?.[stage].total ?? 0), 0)
    : list.rows.data && list.rows.total
  const clear = () => {
    setSearch("")
    void navigate(`/admin/applicants${asked.view === "list" ? "?view=list" : ""}`, {
      replace: true,
    })
  }
  const isFound = total !== undefined && search.trim() === text
  const none = noneOf({ isFiltered, isHeld: asked.isHeld, onClear: clear })
  return (
    <>
      <PageHead title="Applicants" text={<Total />}>
        <ExportButton filter={filter} nameOf={nameOf} disabled={total === 0} />
      </PageHead>
      <Filters
        asked={asked}
        search={search}
        found={isFound ? counted(total, "applicant") : ""}
        onSearch={setSearch}
      />
      {asked.isHeld && (
        <p className="mb-4 flex items-center gap-2 text-ink-2">
          <OctagonAlert className="size-4 shrink-0 text-warn" aria-hidden="true" />
          Held back by the spam check. Nobody was mailed about these.
        </p>
      )}
      {isBoard ? (
        <Loaded query={board.query} isNone={total === 0} none={none}>
          {board.columns && (
            <Board
              columns={board.columns}
              openId={openId}
              nameOf={nameOf}
              onOpen={choose}
              onMove={(row, stage) => put([row], stage)}
              onSayNo={(row) => sayNo([row])}
              onMore={board.showMore}
            />
          )}
        </Loaded>
      ) : (
        <Loaded query={list.rows} isNone={total === 0} none={none}>
          {list.picked.length > 0 && !asked.isHeld && (
            <ChosenBar rows={list.picked} onMove={put} onSayNo={sayNo} onClear={list.chooseNone} />
          )}
          <ApplicantList {...list} openId={openId} nameOf={nameOf} onOpen={choose} />
        </Loaded>
      )}
      {open && (
        <ApplicantDrawer
          row={board.now(open)}
          assignee={nameOf(open.assigned_to)}
          acts={{
            move: (row, stage) => put([row], stage),
            sayNo: (row) => sayNo([row]),
            mail: (row, template) => mail([row], template),
            remove: setDoomed,
            discard: ({ id }) => discard.mutate(id, { onSuccess: close }),
            step,
            close,
          }}
        />
      )}
      {closing && (
        <CloseDialog
          rows={closing.rows}
          onChoose={(outcome) => {
            setClosing(undefined)
            closing.close(outcome)
          }}
          onClose={() => setClosing(undefined)}
        />
      )}
      {mailing && <Mails mailing={mailing} onChange={setMailing} />}
      {doomed && (
        <DeleteQuestion
          row={doomed}
          onDone={() => {
            setDoomed(undefined)
            close()
          }}
          onCancel={() => setDoomed(undefined)}
        />
      )}
    </>
  )
}

function Total() {
  const { data } = useQuery(overview)
  if (!data) return null
  if (data.people === 0) return <>Nobody has applied yet.</>
  return (
    <>
      {counted(data.people, "person", "people")} for {counted(data.jobs.length, "job")}.
    </>
  )
}

type MailsProps = { mailing: Mailing; onChange: (next: Mailing | undefined) => void }

/** The mails that are prepared, one after the other. */
function Mails({ mailing, onChange }: MailsProps) {
  const { rows, at, template } = mailing
  const row = rows[at]
  if (!row) return null
  const isLast = at + 1 === rows.length
  return (
    <Suspense>
      <MailDialog
        row={row}
        template={template}
        place={rows.length > 1 ? `${at + 1} of ${rows.length}` : undefined}
        onDone={() => onChange(isLast ? undefined : { ...mailing, at: at + 1 })}
        onClose={() => onChange(undefined)}
      />
    </Suspense>
  )
}

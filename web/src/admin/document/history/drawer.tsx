import { useInfiniteQuery } from "@tanstack/react-query"
import { useMemo, useState } from "react"
import { clock, feedDay } from "@/lib/format"
import { isSame } from "@/lib/same"
import { toast } from "@/lib/toast"
import { Button } from "@/ui/button"
import { Drawer } from "@/ui/drawer"
import { EmptyState } from "@/ui/empty-state"
import { ErrorState } from "@/ui/error-state"
import { Bar, Loading } from "@/ui/skeleton"
import { useUser } from "../../session/session"
import { useNames } from "../../session/staff"
import { differences } from "./differences"
import type { History } from "./history"
import { didInWords, inWords } from "./in-words"
import { type Step, stepsOf, type Version, versions } from "./revisions"
import { DifferentFields, VersionRow } from "./version-row"

const UNSAVED = 0

type Props = { history: History; onClose: () => void }

/** The versions of a document: what changed, how each differs from the site, and the way back. */
export default function HistoryDrawer({ history, onClose }: Props) {
  const { place, label, now, naming } = history
  const query = useInfiniteQuery(versions(place))
  const [open, setOpen] = useState<number>()
  const typed = history.unsaved()
  const steps = stepsOf(query.data?.pages ?? [])
  const chosen = steps.find(({ version }) => version.id === open)?.version
  const toggle = (id: number) => setOpen(id === open ? undefined : id)
  const from = (version: Version) => history.valuesOf(version.snapshot)
  const current = typed ?? now

  const restore = (version: Version) => {
    const putBack = history.fill(from(version))
    onClose()
    toast.success("In the form", "Nothing changes on the site until you save.", [
      { label: "Undo", run: putBack },
    ])
  }
  const unsaved = typed && differences(now, typed, naming)
  const count = Object.keys(now).length
  return (
    <Drawer
      title={`History of ${label}`}
      onClose={onClose}
      footer={
        chosen && (
          <>
            <p className="flex-1 text-label text-ink-3">
              Fills the form. Nothing changes on the site until you save.
            </p>
            <Button
              look="primary"
              disabled={isSame(current, from(chosen))}
              onClick={() => restore(chosen)}
            >
              Restore this version
            </Button>
          </>
        )
      }
    >
      {byDay(steps, !!unsaved).map(([day, some], at) => (
        <section key={day} aria-label={day}>
          <h3 className="version-day">{day}</h3>
          <ul>
            {unsaved && at === 0 && (
              <VersionRow
                who="You, not saved"
                what={inWords(unsaved)}
                time="now"
                isOpen={open === UNSAVED}
                onOpen={() => toggle(UNSAVED)}
              >
                <DifferentFields
                  theirs="Not saved"
                  all={unsaved}
                  of={count}
                  same="The same as on the site now."
                />
              </VersionRow>
            )}
            {some.map((step) => (
              <Row
                key={step.version.id}
                step={step}
                history={history}
                isOpen={step.version.id === open}
                onOpen={() => toggle(step.version.id)}
              />
            ))}
          </ul>
        </section>
      ))}
      <Rest query={query} isEmpty={steps.length === 0} />
    </Drawer>
  )
}

/** The versions of each day, days and versions newest first. What is not saved is of today. */
function byDay(steps: Step[], hasUnsaved: boolean): [string, Step[]][] {
  const days = new Map<string, Step[]>(hasUnsaved ? [[feedDay(Date.now()), []]] : [])
  for (const step of steps) {
    const day = feedDay(step.version.created_at)
    days.set(day, [...(days.get(day) ?? []), step])
  }
  return [...days]
}

type RowProps = { step: Step; history: History; isOpen: boolean; onOpen: () => void }

function Row({ step: { version, before }, history, isOpen, onOpen }: RowProps) {
  const { now, naming } = history
  const me = useUser().id
  const nameOf = useNames([version])
  const then = history.valuesOf(version.snapshot)
  // Long texts take a moment to compare, and neither changes any more.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rest is made anew with each render
  const what = useMemo(() => {
    if (!before) return "First version"
    const was = history.valuesOf(before.snapshot)
    return didInWords(version, differences(was, then, naming), naming)
  }, [version, before])
  const current = history.unsaved() ?? now
  return (
    <VersionRow
      who={version.user_id === me ? "You" : nameOf(version)}
      what={what}
      at={version.created_at}
      time={clock(version.created_at)}
      isOpen={isOpen}
      onOpen={onOpen}
    >
      {isOpen && (
        <DifferentFields
          theirs="In this version"
          all={differences(now, then, naming)}
          of={Object.keys(now).length}
          same="The same as on the site now."
          isFilled={(path) => isSame(current[path], then[path])}
          onRestore={(path) => history.fill({ [path]: then[path] })}
        />
      )}
    </VersionRow>
  )
}

type Query = {
  isPending: boolean
  isError: boolean
  isFetching: boolean
  isFetchingNextPage: boolean
  hasNextPage: boolean
  fetchNextPage: () => unknown
  refetch: () => unknown
}

/** What is not there yet, and the way to it. */
function Rest({ query, isEmpty }: { query: Query; isEmpty: boolean }) {
  if (query.isPending)
    return (
      <Loading label="Loading the versions">
        <div className="grid gap-6 p-6">
          {["w-2/3", "w-1/2", "w-3/5"].map((width) => (
            <div key={width} className="grid gap-2">
              <Bar className={`h-3 ${width}`} />
              <Bar className="h-3 w-4/5" />
            </div>
          ))}
        </div>
      </Loading>
    )
  if (query.isError)
    return (
      <div className="p-6">
        <ErrorState
          title="The versions could not be loaded."
          onRetry={() => (isEmpty ? query.refetch() : query.fetchNextPage())}
          pending={query.isFetching}
        />
      </div>
    )
  if (isEmpty)
    return (
      <div className="p-6">
        <EmptyState title="No earlier versions." text="The next save starts the list." />
      </div>
    )
  if (!query.hasNextPage) return null
  return (
    <div className="p-6">
      <Button
        className="w-full"
        pending={query.isFetchingNextPage}
        pendingLabel="Loading..."
        onClick={() => query.fetchNextPage()}
      >
        Show older versions
      </Button>
    </div>
  )
}

import { useInfiniteQuery } from "@tanstack/react-query"
import { type ReactNode, useEffect, useEffectEvent, useId, useMemo, useState } from "react"
import { clock, feedDay, feedMoment } from "@/lib/format"
import { useMedia } from "@/lib/media"
import { isSame } from "@/lib/same"
import { toast } from "@/lib/toast"
import { Button } from "@/ui/button"
import { Drawer } from "@/ui/drawer"
import { EmptyState } from "@/ui/empty-state"
import { ErrorState } from "@/ui/error-state"
import { Bar, Loading } from "@/ui/skeleton"
import { FEW, Room, type RowProps, useVirtualRows } from "@/ui/virtual-rows"
import { BESIDE, useBench } from "../../preview/bench"
import { useUser } from "../../session/session"
import { useNames } from "../../session/staff"
import { differences } from "./differences"
import type { History } from "./history"
import { didInWords, inWords } from "./in-words"
import { withoutLost } from "./lost-pictures"
import { type Step, stepsOf, type Version, versions } from "./revisions"
import { DifferentFields, VersionRow } from "./version-row"

const UNSAVED = 0
const LESS = "A picture of this version was deleted, so it is left out."

type Props = {
  history: History
  /** The version to begin with. */
  at?: number
  onClose: () => void
}

/** The versions of a document: what changed, how each differs from the site, and the way back. */
export default function HistoryDrawer({ history, at, onClose }: Props) {
  const { place, label, now, naming } = history
  const query = useInfiniteQuery(versions(place))
  const [open, setOpen] = useState(at)
  const typed = history.unsaved()
  const steps = stepsOf(query.data?.pages ?? [])
  const chosen = steps.find(({ version }) => version.id === open)?.version
  useReached(query, at !== undefined && !steps.some(({ version }) => version.id <= at))
  const toggle = (id: number) => setOpen(id === open ? undefined : id)
  const from = (version: Version) => history.valuesOf(version.snapshot)
  const current = typed ?? now
  const over = useLookedAt(history, chosen)

  const restore = async (version: Version) => {
    const less = withoutLost(from(version), current)
    const { values, isLess } = less instanceof Promise ? await less : less
    const putBack = history.fill(values)
    onClose()
    const text = `${isLess ? `${LESS} ` : ""}Nothing changes on the site until you save.`
    toast.success("In the form", text, [{ label: "Undo", run: putBack }])
  }
  const unsaved = typed && differences(now, typed, naming)
  const count = Object.keys(now).length
  return (
    <Drawer
      title={`History of ${label}`}
      over={over}
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
              onClick={() => void restore(chosen)}
            >
              Restore this version
            </Button>
          </>
        )
      }
    >
      <Days
        days={byDay(steps, !!unsaved)}
        isMany={steps.length > FEW}
        keep={[open, at]}
        first={
          unsaved && (
            <VersionRow
              key="unsaved"
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
          )
        }
      >
        {(step, place) => (
          <Row
            key={step.version.id}
            place={place}
            step={step}
            history={history}
            isOpen={step.version.id === open}
            isAsked={step.version.id === at}
            onOpen={() => toggle(step.version.id)}
          />
        )}
      </Days>
      <Rest query={query} isEmpty={steps.length === 0} />
    </Drawer>
  )
}

/** Shows a version in the preview, where there is one, and tells what the drawer covers beside it. */
function useLookedAt(history: History, version: Version | undefined) {
  const bench = useBench()?.bench
  const [isMarked, setMarked] = useState(true)
  const layerOf = bench?.layerOf.get(history.form)
  const key = useId()
  const show = useEffectEvent(({ created_at, snapshot }: Version) => {
    const values = history.valuesOf(snapshot) as never
    bench?.put(key, layerOf && { ...layerOf(values), hasChanges: isMarked })
    bench?.look({ asOf: feedMoment(created_at), isMarked, onMarked: setMarked })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice is shown anew
  useEffect(() => {
    if (!version) return
    show(version)
    return () => {
      bench?.put(key, undefined)
      bench?.look(undefined)
    }
  }, [bench, key, version?.id, isMarked])
  const isBeside = useMedia(BESIDE) && !!layerOf
  return isBeside ? bench?.form() : undefined
}

/** Reads on while what is looked for is older than what is there. */
function useReached(query: Query, isOlder: boolean) {
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = query
  const more = useEffectEvent(() => void fetchNextPage())
  const goesOn = isOlder && hasNextPage && !isFetchingNextPage && !isError
  useEffect(() => {
    if (goesOn) more()
  }, [goesOn])
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

type DaysProps = {
  days: [string, Step[]][]
  isMany: boolean
  /** Versions that stay, however far they are. */
  keep: (number | undefined)[]
  /** Stands before the versions of the first day. */
  first: ReactNode
  children: (step: Step, place: RowProps) => ReactNode
}

/** By days, of which those near the screen exist, and of these the versions near it. */
function Days({ days, isMany, keep, first, children }: DaysProps) {
  const isKept = ([, some]: [string, Step[]]) =>
    some.some(({ version }) => keep.includes(version.id))
  const { list, slots } = useVirtualRows<HTMLDivElement>({
    count: days.length,
    keyOf: (index) => days[index]?.[0] ?? index,
    estimate: 400,
    overscan: 1,
    isMany,
    keep: days.filter(isKept).map(([day]) => day),
  })
  return (
    <div ref={list}>
      {slots.map((slot) => {
        if (slot.index === undefined)
          return <div key={slot.key} className="room" style={{ height: slot.height }} />
        const [day, some] = days[slot.index] as [string, Step[]]
        const { ref, "data-index": index, "data-at": at } = slot.props
        return (
          <section key={day} aria-label={day} ref={ref} data-index={index} data-at={at}>
            <h3 className="version-day">{day}</h3>
            {slot.index === 0 && first && <ul>{first}</ul>}
            {some.length > 0 && (
              <Versions steps={some} isMany={isMany} keep={keep}>
                {children}
              </Versions>
            )}
          </section>
        )
      })}
    </div>
  )
}

type VersionsProps = Pick<DaysProps, "isMany" | "keep" | "children"> & { steps: Step[] }

function Versions({ steps, isMany, keep, children }: VersionsProps) {
  const { list, slots } = useVirtualRows<HTMLUListElement>({
    count: steps.length,
    keyOf: (index) => (steps[index] as Step).version.id,
    estimate: 64,
    isMany,
    keep,
  })
  return (
    <ul ref={list}>
      {slots.map((slot) =>
        slot.index === undefined ? (
          <Room key={slot.key} height={slot.height} />
        ) : (
          children(steps[slot.index] as Step, slot.props)
        ),
      )}
    </ul>
  )
}

type OneProps = {
  place: RowProps
  step: Step
  history: History
  isOpen: boolean
  isAsked: boolean
  onOpen: () => void
}

function Row(props: OneProps) {
  const { place, history, isOpen, isAsked, onOpen } = props
  const { version, before } = props.step
  const { now, naming } = history
  const me = useUser().id
  const nameOf = useNames([version])
  const then = history.valuesOf(version.snapshot)
  // Long texts take a moment to compare, and neither changes any more.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rest is made anew with each render
  const what = useMemo(() => {
    const was = before ? history.valuesOf(before.snapshot) : then
    return didInWords(version, differences(was, then, naming), naming, before)
  }, [version, before])
  const current = history.unsaved() ?? now
  const restoreField = async (path: string) => {
    const less = withoutLost({ [path]: then[path] }, current)
    const { values, isLess } = less instanceof Promise ? await less : less
    const putBack = history.fill(values)
    toast.success("In the form", isLess ? LESS : undefined, [{ label: "Undo", run: putBack }])
  }
  const fromNow = isOpen ? differences(now, then, naming) : []
  return (
    <VersionRow
      place={place}
      isAsked={isAsked}
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
          all={fromNow}
          of={Object.keys(now).length}
          same="The same as on the site now."
          isFilled={(path) => isSame(current[path], then[path])}
          onRestore={(path) => void restoreField(path)}
        />
      )}
      {isOpen && before && fromNow.length === 0 && (
        <DifferentFields
          ours="Before it"
          theirs="In this version"
          all={differences(history.valuesOf(before.snapshot), then, naming)}
          of={Object.keys(now).length}
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

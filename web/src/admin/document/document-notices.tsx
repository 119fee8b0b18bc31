import { GitMerge, User } from "lucide-react"
import { lazy, type MouseEvent, Suspense } from "react"
import { CONFLICT } from "@/lib/fault"
import { clock, feedMoment, listed } from "@/lib/format"
import { Button } from "@/ui/button"
import { Notice } from "@/ui/notice"
import type { History } from "./history/history"
import { HistoryButton } from "./history/history-button"
import { labelsOf } from "./labels"
import type { Choices, Merged } from "./merge"
import { NotSavedDialog } from "./not-saved-dialog"
import type { Other } from "./presence"
import { useLastSave } from "./saved-by"
import type { Joined } from "./use-document-form"

// What compares texts is loaded when there is something to compare.
const ConflictDialog = lazy(() => import("./conflict-dialog"))

const GONE = "Someone else deleted this while you were editing it."

type Fields = Record<string, unknown>

type Props = {
  recovered?: number
  isOutdated: boolean
  reload: () => void
  /** When changes were made that are neither saved nor in the form. */
  other?: number
  openOther: () => void
  discardOther: () => void
  joined?: Joined
  others: Other[]
  /** There is nothing left to save to. */
  bringBack?: { action: string; run: () => void; isPending: boolean }
  /** Whether a save was refused, or what both changed is to be looked at. */
  isAsked: boolean
  ask: () => void
  close: () => void
  clash?: { before: Fields; theirs: Fields; mergeWith: (choices: Choices) => Merged<object> }
  settle: (choices: Choices, isSave: boolean) => void
  dropMine: () => void
  readAgain: () => void
  form: { getValues: () => unknown; control: object }
  history?: History
}

// The notice goes together with its button: the focus moves to the form, or the dialog, that it stands in.
const away = (act: () => void) => (event: MouseEvent<HTMLElement>) => {
  event.currentTarget.closest<HTMLElement>("form, [role=dialog]")?.focus()
  act()
}

/** What an editor should know about a form before saving it. */
export function DocumentNotices(props: Props) {
  const { recovered, isOutdated, reload, bringBack, joined, others } = props
  return (
    <>
      {others.map(({ name, since }) => (
        <Notice key={name} calm icon={User} text={<Open name={name} since={since} />} />
      ))}
      {bringBack && (
        <Notice text={`${GONE} What you typed is still here.`}>
          <Button size="sm" pending={bringBack.isPending} onClick={bringBack.run}>
            {bringBack.action}
          </Button>
        </Notice>
      )}
      {!bringBack && recovered !== undefined && (
        <Notice text={`Your unsaved changes from ${feedMoment(recovered)} were recovered.`}>
          <Button size="sm" onClick={away(reload)}>
            Discard them
          </Button>
        </Notice>
      )}
      {!bringBack && props.other !== undefined && (
        <Notice text={`You also have unsaved changes from ${feedMoment(props.other)}.`}>
          <Button size="sm" onClick={away(props.openOther)}>
            Open them
          </Button>
          <Button size="sm" onClick={away(props.discardOther)}>
            Discard them
          </Button>
        </Notice>
      )}
      {!bringBack && joined && <PutTogether {...joined} history={props.history} />}
      {!bringBack && isOutdated && (
        <Notice text={CONFLICT}>
          <Button size="sm" onClick={props.ask}>
            Choose
          </Button>
        </Notice>
      )}
      {props.isAsked && <NotSaved {...props} />}
    </>
  )
}

function Open({ name, since }: { name: string; since: string }) {
  return (
    <>
      <b className="wrap-anywhere">{name}</b> has this open too, since {clock(since)}.
    </>
  )
}

/** Two people changed different fields, and both changes stay. */
function PutTogether({ fields, version, isSaved, undo, history }: Joined & { history?: History }) {
  const { who = "Someone else", at } = useLastSave(history?.place, version) ?? {}
  const changed = (
    <>
      <b className="wrap-anywhere">{who}</b> changed <b>{listed(fields)}</b>
      {at && ` at ${clock(at)}`}
    </>
  )
  return (
    <Notice
      calm
      icon={GitMerge}
      text={
        isSaved ? (
          <>Saved. {changed}; both changes are on the site.</>
        ) : (
          <>{changed}. It is in the form beside what you typed.</>
        )
      }
    >
      {history && <HistoryButton history={history} label="See it" />}
      <Button size="sm" onClick={away(undo)}>
        Undo
      </Button>
    </Notice>
  )
}

/** Why nothing was saved, and what to do about it. */
function NotSaved(props: Props) {
  const { form, history, bringBack, clash } = props
  const last = useLastSave(history?.place)
  const labels = labelsOf(form)
  const own = { values: form.getValues(), labels, onClose: props.close }
  if (bringBack)
    return (
      <NotSavedDialog
        {...own}
        text={last ? `${last.who} moved this to Trash at ${clock(last.at)}.` : GONE}
        more="It comes back with your text, for visitors too. To let it go, close the form."
        action={bringBack.action}
        onAction={bringBack.run}
        isPending={bringBack.isPending}
      />
    )
  if (!clash)
    return (
      <NotSavedDialog
        {...own}
        text={CONFLICT}
        more="Nothing was overwritten, and your text is kept. What was changed could not be loaded yet."
        action="Try again"
        onAction={props.readAgain}
        isPending={false}
      />
    )
  return (
    <Suspense>
      <ConflictDialog
        {...clash}
        mine={form.getValues() as Fields}
        naming={history?.naming ?? { labels }}
        place={history?.place}
        onSettle={props.settle}
        onDrop={props.dropMine}
        onClose={props.close}
      />
    </Suspense>
  )
}

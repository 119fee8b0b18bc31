import { ChevronLeft, Moon, Sun } from "lucide-react"
import { Link } from "wouter"
import type { Ground } from "@/lib/ground"
import { Button } from "@/ui/button"
import { Segment } from "@/ui/segment"
import type { History } from "../document/history/history"
import { HistoryButton } from "../document/history/history-button"
import { CheckChip, Spoken } from "./check-chip"
import type { Check } from "./checks"

const grounds = [
  { value: "light" as const, label: "Light", icon: <Sun /> },
  { value: "dark" as const, label: "Dark", icon: <Moon /> },
]

export type Actions = {
  changes: number
  checks: Check[]
  isSaving: boolean
  maySave: boolean
  onCheck: (check: Check) => void
  onRevert: () => void
}

type Props = Actions & {
  history?: History
  ground: Ground
  onGround: (ground: Ground) => void
}

/** The head of the screen: what is unsaved, what holds, and the two things to do about it. */
export function Bar({ history, ground, onGround, ...actions }: Props) {
  const { changes, checks, onCheck } = actions
  return (
    <header className="idn-bar">
      <Link href="/admin/settings" className="idn-crumb">
        <ChevronLeft aria-hidden="true" />
        <span className="max-lg:sr-only">Settings</span>
      </Link>
      <h1 className="display" tabIndex={-1}>
        Identity
      </h1>
      <span className="idn-state">{stateOf(changes)}</span>
      <div className="idn-checks">
        {checks.map((check) => (
          <CheckChip key={check.section} check={check} onPress={() => onCheck(check)} />
        ))}
      </div>
      <Spoken checks={checks} />
      <Segment
        label="Theme of the previews"
        compact
        value={ground}
        onChange={onGround}
        choices={grounds}
      />
      {history && <HistoryButton history={history} small />}
      <SaveButtons {...actions} className="max-lg:hidden" />
    </header>
  )
}

export const stateOf = (changes: number) =>
  changes === 0 ? "No changes" : `Unsaved, ${changes} ${changes === 1 ? "change" : "changes"}`

export function SaveButtons({
  changes,
  isSaving,
  maySave,
  onRevert,
  className,
}: Actions & { className?: string }) {
  return (
    <>
      <Button className={className} disabled={changes === 0 || isSaving} onClick={onRevert}>
        Revert
      </Button>
      <Button
        type="submit"
        look="primary"
        className={className}
        disabled={!maySave && !isSaving}
        pending={isSaving}
        pendingLabel="Saving..."
        aria-keyshortcuts="Control+S Meta+S"
      >
        Save Changes
      </Button>
    </>
  )
}

import { GitMerge } from "lucide-react"
import { useState } from "react"
import { CONFLICT } from "@/lib/fault"
import { counted, listed } from "@/lib/format"
import { Button } from "@/ui/button"
import { Dialog, DialogBody } from "@/ui/dialog"
import { asText } from "./as-text"
import { Clashes } from "./clashes"
import { CopyText } from "./copy-text"
import { differences, type Naming } from "./history/differences"
import type { Place } from "./history/revisions"
import type { Choices, Merged } from "./merge"
import { useLastSave } from "./saved-by"

type Fields = Record<string, unknown>

type Props = {
  /** What the form holds, and what it was based on. */
  mine: Fields
  before: Fields
  /** What is on the site now. */
  theirs: Fields
  mergeWith: (choices: Choices) => Merged<object>
  naming: Naming
  place?: Place
  onSettle: (choices: Choices, isSave: boolean) => void
  onDrop: () => void
  onClose: () => void
}

/** Both changed the same fields: one of them is chosen for each, and what was not is in History or still in the form. */
export default function ConflictDialog(props: Props) {
  const { mine, before, theirs, mergeWith, naming, place, onSettle, onDrop, onClose } = props
  const [choices, setChoices] = useState<Choices>({})
  const { values, clashes } = mergeWith(choices)
  const { who = "Someone else", at } = useLastSave(place) ?? {}
  const both = new Set(clashes.map(({ path }) => topOf(path)))
  const changed = (now: Fields) =>
    differences(before, now, naming).filter(({ path }) => !both.has(topOf(path)))
  const [ours, others] = [changed(mine), changed(theirs)]
  const rest = Object.fromEntries(Object.entries(values).filter(([key]) => !both.has(key)))
  const count = Object.keys(rest).length
  const text = asText(rest, naming.labels)
  return (
    <Dialog
      title={`Not saved yet: choose for ${counted(clashes.length, "field")}`}
      subtitle={CONFLICT}
      size="wide"
      onClose={onClose}
      footer={
        <>
          <Button
            look="ghost"
            className="mr-auto px-0! text-edge! underline underline-offset-4 max-md:ml-auto"
            onClick={onDrop}
          >
            Reload and drop mine
          </Button>
          <Button onClick={() => onSettle(choices, true)}>Use this and save</Button>
          <Button look="primary" data-first onClick={() => onSettle(choices, false)}>
            Use this and go on editing
          </Button>
        </>
      }
    >
      <DialogBody className="grid gap-4.5">
        {(ours.length > 0 || others.length > 0) && (
          <p className="say mt-0">
            <GitMerge aria-hidden="true" />
            <span className="min-w-0 flex-1">
              {ours.length > 0 && (
                <>
                  You changed <b>{namesOf(ours)}</b>
                  {others.length > 0 ? ", " : ". "}
                </>
              )}
              {others.length > 0 && (
                <>
                  {who} changed <b>{namesOf(others)}</b>.{" "}
                </>
              )}
              {ours.length > 0 && others.length > 0
                ? "Those are already put together. Nothing was overwritten."
                : "That is put together already. Nothing was overwritten."}
            </span>
          </p>
        )}
        <Clashes {...{ clashes, choices, naming, who, at }} onChoose={setChoices} />
        {text && (
          <details className="text-label text-ink-2">
            <summary className="cursor-pointer">
              Show the other {count === 1 ? "field" : `${count} fields`}
            </summary>
            <p className="mt-2 whitespace-pre-wrap wrap-anywhere">{text}</p>
          </details>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <p className="flex-1 basis-64 text-label text-ink-3">
            Going on editing changes nothing on the site. Theirs stays in History.
          </p>
          <CopyText values={mine} labels={naming.labels} />
        </div>
      </DialogBody>
    </Dialog>
  )
}

const topOf = (path: string) => path.replace(/[.#].*/, "")

const namesOf = (all: { label: string }[]) => listed(all.map(({ label }) => label))

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useEffect, useId, useRef, useState } from "react"
import { csv } from "@/lib/csv"
import { download } from "@/lib/download"
import { sentence } from "@/lib/fault"
import { counted, number } from "@/lib/format"
import { mailMode } from "@/lib/mail-mode"
import { call } from "@/lib/supabase"
import { toast } from "@/lib/toast"
import { Button } from "@/ui/button"
import { DialogBody } from "@/ui/dialog"
import { Field } from "@/ui/field"
import { Input } from "@/ui/input"
import { lookAt, type Read } from "./import-dialog"

type Found = Read["found"]

const WHY: Record<string, string> = {
  known: "Is here already",
  unsubscribed: "Unsubscribed earlier",
  bounced: "Bounced earlier",
  twice: "Stands twice in the list",
  invalid: "Is not an address",
}

type Props = { read: Read; onRead: (read: Read) => void; onClose: () => void }

/** What would become of the rows, what has to be said about them, and the run that does it. */
export function ImportRun({ read, onRead, onClose }: Props) {
  const { found } = read
  const client = useQueryClient()
  const { data: mode } = useQuery(mailMode)
  const [note, setNote] = useState("")
  const [isAsked, setAsked] = useState(true)
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  // What comes in is read first; what is asked for stands below it.
  useEffect(() => field.current?.focus(), [])
  const [done, setDone] = useState(0)
  const run = useMutation({
    // One call takes as many as it has time for.
    mutationFn: async () => {
      let fresh = 0
      for (let left = 1; left > 0; ) {
        const some = await call("import_subscribers", {
          csv: read.csv,
          note,
          ask: isAsked,
          dry_run: false,
        })
        fresh += some.fresh
        left = some.left
        setDone(fresh)
      }
      return fresh
    },
    onSuccess: async (fresh) => {
      await client.invalidateQueries({ queryKey: ["newsletter_subscriptions"] })
      toast.success(
        `${counted(fresh, "person", "people")} imported`,
        isAsked ? (astray(mode) ?? "Each gets a mail with a link.") : "They get your next letter.",
      )
      onClose()
    },
    onError: async (error) => {
      toast.error("Error", sentence(error, "The list could not be imported."))
      await client.invalidateQueries({ queryKey: ["newsletter_subscriptions"] })
      setDone(0)
      // Some may have come in: the next run is about the others.
      const rest = await lookAt(read.csv).catch(() => undefined)
      if (rest) onRead({ ...read, found: rest })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(note.trim() === "")
    if (note.trim() === "") field.current?.focus()
    else run.mutate()
  }
  return (
    <form noValidate className="contents" onSubmit={submit}>
      <DialogBody className="grid content-start gap-5">
        <Outcome found={found} />
        <Field
          label="Where did they agree to get letters?"
          hint="Needed. It becomes their consent record."
          error={isMissing ? "Say where they agreed to get letters." : undefined}
        >
          {(control) => (
            <Input
              {...control}
              ref={field}
              value={note}
              maxLength={1000}
              placeholder="Paper list at the retail fair, Nov 8, 2026"
              onChange={(event) => {
                setNote(event.target.value)
                setMissing(false)
              }}
            />
          )}
        </Field>
        <Then found={found} isAsked={isAsked} onChange={setAsked} />
      </DialogBody>
      <footer className="sheet-foot">
        {found.left_out.length > 0 && (
          <button
            type="button"
            className="text-link mr-auto cursor-pointer py-2 max-md:w-full"
            onClick={() => saveLeftOut(found)}
          >
            Download the {number(found.left_out.length)} left out
          </button>
        )}
        <Button disabled={run.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          look="primary"
          disabled={found.fresh === 0}
          pending={run.isPending}
          pendingLabel={done > 0 ? `${number(done)} of ${number(found.fresh)}...` : "Importing..."}
        >
          Import {counted(found.fresh, "person", "people")}
        </Button>
      </footer>
    </form>
  )
}

/** A line per fate; where nobody has it, it is not said. */
function Outcome({ found }: { found: Found }) {
  const invalid = found.left_out.filter(({ why }) => why === "invalid").map(({ row }) => row)
  const lines: [number, string, string][] = [
    [found.fresh, "come in as new", ""],
    [found.known, "are here already", "Their state does not change"],
    [found.unsubscribed, "unsubscribed earlier, or bounced", "They stay unsubscribed"],
    [found.erased, "were erased on request", "Skipped; which rows is not shown"],
    [found.twice, "stand twice in the file", "The first one counts"],
    [found.invalid, "are not addresses", rowsOf(invalid)],
  ]
  return (
    <ul aria-label="What would happen" className="card divide-y divide-line">
      {lines
        .filter(([count], at) => at === 0 || count > 0)
        .map(([count, what, why]) => (
          <li key={what} className="flex items-center gap-4 px-4 py-2.5">
            <span className="display w-14 shrink-0 text-right text-[18px] tabular-nums">
              {number(count)}
            </span>
            <span className="min-w-0">
              {what}
              {why && <span className="block text-label text-ink-3">{why}</span>}
            </span>
          </li>
        ))}
    </ul>
  )
}

/** "Rows 17, 40, 41, 98 and 5 more" */
function rowsOf(rows: number[]): string {
  const some = rows.slice(0, 4).map(number).join(", ")
  const more = rows.length > 4 ? ` and ${number(rows.length - 4)} more` : ""
  return `${rows.length === 1 ? "Row" : "Rows"} ${some}${more}`
}

type Mode = { mailed: boolean; test_email: string }

/** Where the links go instead; nothing when each goes to whom it is for. While that is unknown nothing is claimed. */
function astray(mode: Mode | undefined): string | undefined {
  if (!mode) return "Each is asked to confirm their address."
  if (!mode.mailed)
    return "Mail reaches nobody yet: they get the link once a mail server is set up."
  return mode.test_email
    ? `Mail is in test mode: every link goes to ${mode.test_email}.`
    : undefined
}

type ThenProps = { found: Found; isAsked: boolean; onChange: (isAsked: boolean) => void }

function Then({ found, isAsked, onChange }: ThenProps) {
  const { data: mode } = useQuery(mailMode)
  const asking =
    astray(mode) ??
    `${counted(found.fresh, "mail")} with a link. Who does not press the button gets nothing.`
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">Then</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        <Way
          title="Ask each to confirm"
          text={asking}
          checked={isAsked}
          onChoose={() => onChange(true)}
        />
        <Way
          title="They are confirmed"
          text="Only if you can show that each of them agreed."
          checked={!isAsked}
          onChoose={() => onChange(false)}
        />
      </div>
    </fieldset>
  )
}

type WayProps = { title: string; text: string; checked: boolean; onChoose: () => void }

function Way({ title, text, checked, onChoose }: WayProps) {
  const id = useId()
  return (
    <label className="clash-side">
      <input
        type="radio"
        name="import-then"
        checked={checked}
        onChange={onChoose}
        aria-labelledby={id}
        aria-describedby={`${id}-text`}
      />
      <span className="min-w-0">
        <span id={id} className="block font-medium">
          {title}
        </span>
        <span id={`${id}-text`} className="block text-label text-ink-3 wrap-anywhere">
          {text}
        </span>
      </span>
    </label>
  )
}

/** Those erased on request are not among them. */
function saveLeftOut({ left_out }: Found) {
  const rows = left_out.map(({ email, why, row }) => [email, WHY[why] ?? why, row ? `${row}` : ""])
  const file = csv([["Email", "Why", "Row"], ...rows])
  download(new Blob([file], { type: "text/csv;charset=utf-8" }), "left-out.csv")
}

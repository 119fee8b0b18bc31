import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { sentence } from "@/lib/fault"
import { counted } from "@/lib/format"
import { type Answer, call } from "@/lib/supabase"
import { toast } from "@/lib/toast"
import { Button } from "@/ui/button"
import { Dialog, DialogBody } from "@/ui/dialog"
import { Field } from "@/ui/field"
import { FileButton } from "@/ui/file-button"
import { Textarea } from "@/ui/input"
import { ImportRun } from "./import-run"

/** A list that was read, and what would become of its rows. */
export type Read = { csv: string; name: string; found: Answer<"import_subscribers"> }

/** What would become of a list; nothing changes. */
export const lookAt = (csv: string) =>
  call("import_subscribers", { csv, note: "", ask: true, dry_run: true })

const MOST = 8 << 20

const CSV = ".csv,.txt,text/csv,text/plain"

/** Brings addresses in. The first run changes nothing and says what the second would. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [pasted, setPasted] = useState("")
  const [read, setRead] = useState<Read>()
  const look = useMutation({
    mutationFn: async ({ csv, name }: { csv: string; name: string }) => ({
      csv,
      name,
      found: await lookAt(csv),
    }),
    onSuccess: (one) => setRead(one),
    onError: (error) => toast.error("Error", sentence(error, "The list could not be read.")),
  })
  const choose = async ([file]: File[]) => {
    if (file && file.size > MOST) toast.error("Error", "The file is larger than 8 MB.")
    else if (file) look.mutate({ csv: await file.text(), name: file.name })
  }
  const another = (
    <FileButton
      size="sm"
      label="Choose another file"
      accept={CSV}
      pending={look.isPending}
      onFiles={(files) => void choose(files)}
    >
      Another file
    </FileButton>
  )
  if (read)
    return (
      <Dialog
        title="Import subscribers"
        subtitle={`${read.name && `${read.name}, `}${counted(read.found.rows, "row")}. Nothing has been changed yet.`}
        size="wide"
        tools={another}
        onClose={onClose}
      >
        <ImportRun read={read} onRead={setRead} onClose={onClose} />
      </Dialog>
    )
  return (
    <Dialog
      title="Import subscribers"
      subtitle="You see what would happen before anything does."
      size="wide"
      onClose={onClose}
    >
      <form
        noValidate
        className="contents"
        onSubmit={(event) => {
          event.preventDefault()
          look.mutate({ csv: pasted, name: "" })
        }}
      >
        <DialogBody className="grid gap-5">
          <div>
            <FileButton
              label="Choose a CSV file"
              accept={CSV}
              pending={look.isPending}
              onFiles={(files) => void choose(files)}
            >
              Choose a file
            </FileButton>
            <p className="mt-1.5 text-label text-ink-3">
              A CSV file with a column called Email, or with the addresses first. At most 100,000
              rows and 8 MB.
            </p>
          </div>
          <Field label="Or paste the addresses" hint="One to a line.">
            {(control) => (
              <Textarea
                {...control}
                rows={6}
                value={pasted}
                spellCheck={false}
                placeholder={"shop@example.com\nbuyer@example.com"}
                onChange={(event) => setPasted(event.target.value)}
              />
            )}
          </Field>
        </DialogBody>
        <footer className="sheet-foot">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look="primary"
            disabled={pasted.trim() === ""}
            pending={look.isPending}
            pendingLabel="Looking..."
          >
            Look at the list
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

import { Copy, Download, Printer } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import { copy } from "@/lib/clipboard"
import { download } from "@/lib/download"
import { Button } from "@/ui/button"
import { DialogBody } from "@/ui/dialog"
import { useUser } from "../session/session"

type Props = { codes: string[]; onDone: () => void }

/** Ten recovery codes, shown this once: to copy, to save or to print. */
export function KeepCodes({ codes, onDone }: Props) {
  const { email } = useUser()
  const [isCopied, setCopied] = useState(false)
  const head = useRef<HTMLParagraphElement>(null)
  // The field that had the focus is gone.
  useEffect(() => head.current?.focus(), [])
  const title = `Recovery codes of ${email} for ${location.host}`
  const text = `${title}\nEach works once in the place of the app's code.\n\n${codes.join("\n")}\n`
  const save = () => download(new Blob([text], { type: "text/plain" }), "recovery-codes.txt")
  return (
    <>
      <DialogBody>
        <p ref={head} tabIndex={-1} className="text-ink-2 outline-none">
          Keep these somewhere other than your phone. They are not shown again. Each one takes the
          place of the app's code, once.
        </p>
        <div className="on-paper mt-4.5">
          <p className="hidden print:block">{title}</p>
          <ol
            aria-label="Recovery codes"
            className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-card bg-sunken p-4.5 font-mono text-[15px] tabular-nums max-sm:grid-cols-1"
          >
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ol>
        </div>
        <div className="mt-4.5 flex flex-wrap gap-2">
          <Button onClick={async () => setCopied(await copy(text))}>
            <Copy aria-hidden="true" />{" "}
            <span aria-live="polite">{isCopied ? "Copied" : "Copy"}</span>
          </Button>
          <Button onClick={save}>
            <Download aria-hidden="true" /> Download
          </Button>
          <Button onClick={() => window.print()}>
            <Printer aria-hidden="true" /> Print
          </Button>
        </div>
      </DialogBody>
      <footer className="sheet-foot">
        <Button look="primary" onClick={onDone}>
          I have kept them
        </Button>
      </footer>
    </>
  )
}

import { Trash2 } from "lucide-react"
import { AlertDialog } from "radix-ui"
import type { ReactNode } from "react"
import { cn } from "@/lib/cn"
import { Button } from "./button"
import { useReturnFocus } from "./return-focus"

type Props = {
  title: string
  text: ReactNode
  /** What it is about, below the text. */
  item?: string
  /** What speaks for it all the same. */
  note?: string
  action: string
  pendingAction?: string
  cancel?: string
  danger?: boolean
  pending?: boolean
  /** Lies above a dialog that lies above all others. */
  above?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** A question that must be answered. Mount it to ask. */
export function Confirm({ title, text, item, note, action, cancel = "Cancel", ...ask }: Props) {
  const { danger, above } = ask
  const returnFocus = useReturnFocus()
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && !ask.pending && ask.onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={cn("scrim", above && "z-80!")}>
          <AlertDialog.Content className="sheet max-w-110" onCloseAutoFocus={returnFocus}>
            <div className="p-6 wrap-anywhere">
              <AlertDialog.Title className="display text-subtitle">{title}</AlertDialog.Title>
              <AlertDialog.Description asChild>
                <div className="mt-2 text-ink-2">
                  <p>{text}</p>
                  {item && <p className="mt-3 font-medium text-ink">{item}</p>}
                  {note && (
                    <p className="mt-4 flex gap-2.5 rounded-card bg-ok-soft px-3.5 py-2.5 text-ink">
                      <Trash2 className="mt-0.5 size-4 shrink-0 text-ok" aria-hidden="true" />
                      <span>{note}</span>
                    </p>
                  )}
                </div>
              </AlertDialog.Description>
            </div>
            <footer className="sheet-foot">
              <AlertDialog.Cancel asChild>
                <Button disabled={ask.pending}>{cancel}</Button>
              </AlertDialog.Cancel>
              <Button
                look={danger ? "danger" : "primary"}
                pending={ask.pending}
                pendingLabel={ask.pendingAction}
                onClick={ask.onConfirm}
              >
                {action}
              </Button>
            </footer>
          </AlertDialog.Content>
        </AlertDialog.Overlay>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

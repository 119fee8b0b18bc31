import { useId } from "react"
import { turnKeys, useKeysOn } from "@/lib/keys"
import { Dialog, DialogBody } from "@/ui/dialog"
import { Switch } from "@/ui/switch"

const KEYS: [keys: string[], what: string][] = [
  [["J", "K"], "Next, previous"],
  [["Enter"], "View full message"],
  [["E"], "Done"],
  [["R"], "Reply"],
  [["U"], "Mark as unread"],
  [["A"], "Assign"],
  [["N"], "Not spam, of what is held back"],
  [["S"], "Spam"],
  [["/"], "Search"],
  [["?"], "These keys"],
]

/** The keys of the screen. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const isOn = useKeysOn()
  return (
    <Dialog title="Keys" size="narrow" onClose={onClose}>
      <DialogBody>
        <dl className="desk-keys-list">
          {KEYS.map(([keys, what]) => (
            <div key={what} className="contents">
              <dt>
                {keys.map((key) => (
                  <kbd key={key} className="key">
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <div className="mt-5 flex items-center justify-between gap-4 border-t border-line pt-4">
          <label htmlFor={id} id={`${id}-label`} className="text-ink-2">
            Keys without Ctrl do something. They never do while you type.
          </label>
          <Switch
            id={id}
            aria-labelledby={`${id}-label`}
            checked={isOn}
            onCheckedChange={turnKeys}
          />
        </div>
      </DialogBody>
    </Dialog>
  )
}

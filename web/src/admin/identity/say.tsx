import { Check, CircleAlert, Info } from "lucide-react"
import type { ReactNode } from "react"

type Kind = "info" | "ok" | "warn" | "bad"
const ICONS = { info: Info, ok: Check, warn: CircleAlert, bad: CircleAlert }

type Props = {
  kind: Kind
  text: ReactNode
  actions?: { label: string; run: () => void }[]
}

/** A sentence below what it is about, with what can be done. */
export function Say({ kind, text, actions = [] }: Props) {
  const Icon = ICONS[kind]
  return (
    <div className={`say say-${kind}`} role={kind === "bad" ? "alert" : "status"}>
      <Icon aria-hidden="true" />
      <div>
        {text}
        {actions.length > 0 && (
          <p className="say-actions">
            {actions.map(({ label, run }) => (
              <button key={label} type="button" onClick={run}>
                {label}
              </button>
            ))}
          </p>
        )}
      </div>
    </div>
  )
}

import { CircleAlert, Check as Tick } from "lucide-react"
import { useEffect, useState } from "react"
import type { Check } from "./checks"

type Props = { check: Pick<Check, "text" | "ok">; onPress?: () => void }

/** One check in words; pressing it leads to what it is about. */
export function CheckChip({ check: { text, ok }, onPress }: Props) {
  const Icon = ok ? Tick : CircleAlert
  return (
    <button
      type="button"
      className={ok ? "chip" : "chip chip-no"}
      disabled={!onPress}
      onClick={onPress}
    >
      <Icon aria-hidden="true" />
      {text}
    </button>
  )
}

const REST = 1000

/** Says the checks once the hand rests: a slider would announce every step. */
export function Spoken({ checks }: { checks: Check[] }) {
  const failed = checks.filter(({ ok }) => !ok).map(({ text }) => text)
  const text = failed.length > 0 ? failed.join(". ") : "All checks hold."
  const [spoken, setSpoken] = useState("")
  useEffect(() => {
    const timer = setTimeout(() => setSpoken(text), REST)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <p role="status" className="sr-only">
      {spoken}
    </p>
  )
}

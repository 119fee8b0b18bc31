import { type Line, useLine } from "@/lib/online"
import { Notice } from "@/ui/notice"

const SAID: Record<Exclude<Line, "online">, string> = {
  offline:
    "You are offline. What you type is kept on this device; save it when the connection is back.",
  unreachable:
    "The server cannot be reached. What you type is kept on this device; save it when this notice is gone.",
}

/** Says that nothing can be saved, for as long as that is so. */
export function Offline({ className }: { className?: string }) {
  const line = useLine()
  if (line === "online") return null
  return (
    <div className={className}>
      <Notice text={SAID[line]} />
    </div>
  )
}

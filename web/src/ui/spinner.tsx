import { Roller } from "./roller"

/** A centred roller with its label. */
export function Spinner({ label, tall = false }: { label: string; tall?: boolean }) {
  return (
    <div
      role="status"
      className={`flex flex-col items-center justify-center gap-3.5 text-ink-2 ${tall ? "min-h-dvh" : "py-20"}`}
    >
      <Roller size="lg" />
      <p>{label}</p>
    </div>
  )
}

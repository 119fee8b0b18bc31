import { cn } from "@/lib/cn"

type Props = { length: number; most: number }

/** How much of the room for a text is used: "37 of 60". */
export function Counter({ length, most }: Props) {
  const isClose = length > most * 0.95
  return (
    <span
      className={cn(
        "shrink-0 text-label font-normal tabular-nums",
        isClose ? "font-medium text-warn" : "text-ink-3",
      )}
    >
      {length} of {most}
    </span>
  )
}

import type { ReactNode } from "react"
import { fullMoment, shortDate } from "@/lib/format"

type Props = {
  at: string
  /** How lib/format writes it; "Nov 15, 2026" unless it is told. */
  as?: (at: string) => string
  className?: string
  /** Stands behind it. */
  children?: ReactNode
}

/** A moment, with the whole of it in its title. */
export function When({ at, as = shortDate, className, children }: Props) {
  return (
    <time dateTime={at} title={fullMoment(at)} className={className}>
      {as(at)}
      {children}
    </time>
  )
}

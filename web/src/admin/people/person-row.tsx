import { ChevronRight } from "lucide-react"
import { Link } from "wouter"
import { initialOf } from "@/lib/format"
import { Badge } from "@/ui/badge"
import type { RowProps } from "@/ui/virtual-rows"
import { When } from "@/ui/when"
import { FoundText } from "../layout/search/found-text"
import { addressOf, type Person } from "./api"
import { some, standing } from "./words"

type Props = { place: RowProps; person: Person; sought: string }

export function PersonRow({ place, person, sought }: Props) {
  const { email, last_at } = person
  const name = person.name || "No name"
  return (
    <li className="person-item" {...place}>
      <Link href={addressOf(email)} className="person-row">
        <span className="feed-face" aria-hidden="true">
          {initialOf(person.name || email)}
        </span>
        <span className="grid min-w-0">
          <span className="truncate font-medium" title={name}>
            <FoundText text={name} sought={sought} />
          </span>
          <span className="truncate text-label text-ink-3" title={email}>
            <FoundText text={email} sought={sought} />
          </span>
        </span>
        <span className="flex flex-wrap gap-1.5 max-md:hidden">
          {person.about.map((one) => (
            <What key={one.table} {...one} />
          ))}
        </span>
        <span className="text-label text-ink-3 tabular-nums max-md:hidden">
          {last_at && <When at={last_at} />}
        </span>
        <ChevronRight className="size-4 text-ink-3" aria-hidden="true" />
      </Link>
    </li>
  )
}

function What({ table, rows, status }: Person["about"][number]) {
  if (table !== "newsletter_subscriptions") return <Badge>{some(rows, table)}</Badge>
  const { text, look } = standing(status)
  return <Badge look={look}>{text}</Badge>
}

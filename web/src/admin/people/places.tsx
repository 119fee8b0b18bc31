import { useState } from "react"
import { Link } from "wouter"
import { counted } from "@/lib/format"
import type { Place } from "./api"
import { placeOf } from "./words"

/** Where others mention an address, once it is asked for. */
export function Places({ of }: { of: Place[] }) {
  const [isOpen, setOpen] = useState(false)
  if (!isOpen)
    return (
      <button
        type="button"
        className="text-link cursor-pointer justify-self-start text-label"
        onClick={() => setOpen(true)}
      >
        Show the {counted(of.length, "place")}
      </button>
    )
  return <PlaceList of={of} />
}

/** The screens that open a row. */
const OPENED: Record<string, string> = {
  contact_form_submissions: "/admin/messages",
  job_applications: "/admin/applicants",
}

export function PlaceList({ of }: { of: Place[] }) {
  return (
    <ul className="grid gap-1.5 text-label">
      {of.map((place) => (
        <li key={`${place.table} ${place.id}`} className="wrap-anywhere">
          {place.table in OPENED ? (
            <Link href={`${OPENED[place.table]}?open=${place.id}`} className="text-link">
              {placeOf(place)}
            </Link>
          ) : (
            placeOf(place)
          )}
        </li>
      ))}
    </ul>
  )
}

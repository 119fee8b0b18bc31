import { useState } from "react"
import { navigate, useFragment } from "@/lib/location"
import { useHead } from "@/ui/return-focus"
import type { Receipt } from "./api"
import { OnePerson } from "./one-person"
import { PeopleList } from "./people-list"
import { ReceiptPage } from "./receipt-page"

type Erased = { email: string; at: number; receipt: Receipt }

export default function PeoplePage() {
  const email = usePerson()
  const [erased, setErased] = useState<Erased>()
  const view = email || (erased ? "receipt" : "")
  useHead(view)
  if (email)
    return (
      <OnePerson
        key={email}
        email={email}
        onErased={(receipt) => {
          setErased({ email, at: Date.now(), receipt })
          // The address is to be nowhere, and neither in the history of this tab.
          void navigate("/admin/people", { replace: true })
        }}
      />
    )
  if (erased) return <ReceiptPage {...erased} onClose={() => setErased(undefined)} />
  return <PeopleList />
}

/** Whom the address asks for. What is no address leads elsewhere on the page, and leaves the person open. */
function usePerson(): string {
  const fragment = useFragment()
  const [kept, setKept] = useState(fragment)
  const isPlace = fragment !== "" && !fragment.includes("@")
  if (!isPlace && fragment !== kept) setKept(fragment)
  const email = isPlace ? kept : fragment
  return email.includes("@") ? email.trim().toLowerCase() : ""
}

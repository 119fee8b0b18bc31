import { useQuery } from "@tanstack/react-query"
import { Link } from "wouter"
import { number } from "@/lib/format"
import { buttonStyle } from "@/ui/button"
import { Card } from "@/ui/card"
import { audience } from "./api"
import { Shares } from "./state"

/** Who gets letters, of all who ever signed up. */
export function AudienceCard() {
  const { data } = useQuery(audience("all"))
  if (!data) return null
  return (
    <Card className="audience" aria-label="Who gets letters">
      <div>
        <p className="text-ink-2">Gets your letters</p>
        <p>
          <b className="display tabular-nums">{number(data.recipients)}</b>{" "}
          <span className="text-ink-2">of {number(data.all)} people</span>
        </p>
      </div>
      <Shares
        label="Of all who signed up"
        parts={[
          { label: "Confirmed", count: data.recipients, tone: "ok" },
          { label: "Pending", count: data.pending, tone: "warn" },
          { label: "Unsubscribed", count: data.unsubscribed, tone: "rest" },
          { label: "Bounced", count: data.bounced, tone: "bad" },
        ]}
      />
      <Link href="/admin/subscribers" className={buttonStyle({ className: "max-md:w-full" })}>
        Subscribers
      </Link>
    </Card>
  )
}

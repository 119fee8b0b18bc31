import { Lock } from "lucide-react"
import { Badge } from "@/ui/badge"
import { Card, CardHead } from "@/ui/card"
import type { Setup } from "./api"
import { Test } from "./test"

/** What whoever runs the server has set, which nobody changes here. */
export function GivenServer({ now }: { now: Setup }) {
  const server = [
    now.host,
    `port ${now.port}`,
    now.username && `as user ${now.username}`,
    now.has_password && "with a password",
  ]
  const rows = [
    ["Server", server.filter(Boolean).join(", "), "VITRINE_SMTP_URL"],
    ["From", now.mail_from || now.sender, now.environment.mail_from && "VITRINE_MAIL_FROM"],
    [
      "To",
      now.mail_to || "The contact email of the site",
      now.environment.mail_to && "VITRINE_MAIL_TO",
    ],
  ] as const
  return (
    <Card aria-label="Mail server">
      <CardHead title="Mail server">
        <Badge>
          <Lock aria-hidden="true" className="size-3.5" /> Read-only
        </Badge>
      </CardHead>
      <div className="grid gap-4.5 p-5">
        <p className="text-ink-2">Set by whoever runs this server. It can only be changed there.</p>
        <dl className="divide-y divide-line">
          {rows.map(([name, value, variable]) => (
            <div key={name} className="flex flex-wrap items-baseline gap-x-5 gap-y-1 py-3">
              <dt className="w-20 text-ink-3">{name}</dt>
              <dd className="min-w-0 flex-1 basis-60 wrap-anywhere">{value}</dd>
              {variable && <dd className="font-mono text-label text-ink-3">{variable}</dd>}
            </div>
          ))}
        </dl>
        <Test now={now} look="primary" />
      </div>
    </Card>
  )
}

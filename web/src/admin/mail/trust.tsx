import { useQuery } from "@tanstack/react-query"
import { CircleCheck, CircleHelp, CircleX, Copy, RefreshCw, TriangleAlert } from "lucide-react"
import { copy } from "@/lib/clipboard"
import { feedMoment } from "@/lib/format"
import { toast } from "@/lib/toast"
import { Button } from "@/ui/button"
import { Card, CardHead } from "@/ui/card"
import { IconButton } from "@/ui/icon-button"
import { Loaded } from "../document/loaded"
import { type DomainRecord, domain } from "./api"
import { Said } from "./test"

const ICONS = {
  good: { icon: CircleCheck, look: "text-edge", says: "In order" },
  weak: { icon: TriangleAlert, look: "text-warn", says: "Not in order" },
  missing: { icon: CircleX, look: "text-danger", says: "Missing" },
  unknown: { icon: CircleHelp, look: "text-ink-3", says: "Not known" },
}

const UNKNOWN = "The DNS did not answer, or says more than can be judged from here."

/** What the verdicts mean to whoever runs the site. */
function words({ kind, verdict, add, name }: DomainRecord, of: string): string {
  if (verdict === "unknown") return UNKNOWN
  if (kind === "SPF")
    return {
      good: `The server may send for ${of}.`,
      weak: `${of} names who may send for it, and this server is not among them, or it does so twice. Your mail provider tells you what to add.`,
      missing: `${of} does not say who may send for it. Such a line is a start; your mail provider may have a better one:`,
    }[verdict]
  if (kind === "DKIM") {
    const without =
      "Without it, big mailbox providers ignore one-click unsubscribe and may refuse letters."
    const selector = name.split("._domainkey.")[0]
    return {
      good: `Mails are signed with the key “${selector}”. One-click unsubscribe works.`,
      weak: `The key under “${selector}” is not the one that signs. ${without}`,
      missing: selector
        ? `No key found under “${selector}”. ${without} ${add ? "Add this line:" : "Your mail provider gives you the line to add. It begins like this:"}`
        : `No DKIM selector is set. ${without}`,
    }[verdict]
  }
  return {
    good: "Others are told to refuse mail that is not yours.",
    weak: "Others only report mail that is not yours. Once all your mail is signed, p=quarantine makes them act.",
    missing:
      "None yet. Others decide alone what to do with mail that is not yours. A first line that only reports:",
  }[verdict]
}

export function Trust() {
  const query = useQuery(domain)
  return (
    <Card aria-label="Will others trust it?">
      <CardHead title="Will others trust it?">
        <Button
          size="sm"
          pending={query.isFetching}
          pendingLabel="Looking..."
          onClick={() => void query.refetch()}
        >
          <RefreshCw aria-hidden="true" /> Look again
        </Button>
      </CardHead>
      <div className="p-5">
        <Loaded query={query} failed={{ text: "The DNS could not be asked." }}>
          {({ domain: of, records, at }) => (
            <>
              <p className="text-ink-2">
                Looked up for {of}, {feedMoment(at)}.
              </p>
              <ul className="divide-y divide-line">
                {records.map((record) => (
                  <Row key={record.kind} record={record} of={of} />
                ))}
              </ul>
            </>
          )}
        </Loaded>
      </div>
    </Card>
  )
}

function Row({ record, of }: { record: DomainRecord; of: string }) {
  const { icon: Icon, look, says } = ICONS[record.verdict]
  const isAsked = record.verdict === "missing" || (record.verdict === "weak" && record.add)
  const line = record.add || (record.kind === "DKIM" && record.name ? "v=DKIM1; k=rsa; p=…" : "")
  const take = async () => (await copy(record.add)) && toast.success("Copied", record.name)
  return (
    <li className="grid grid-cols-[1.25rem_4rem_1fr] items-start gap-x-3 py-3.5 max-sm:grid-cols-[1.25rem_1fr]">
      <Icon className={`mt-0.5 size-4 ${look}`} role="img" aria-label={says} />
      <span className="font-medium">{record.kind}</span>
      <div className="min-w-0 max-sm:col-start-2">
        <p className="text-ink-2">{words(record, of)}</p>
        {isAsked && line && (
          <div className="relative">
            <Said lines={[`${record.name}  TXT`, line]} />
            {record.add && (
              <IconButton
                label={`Copy the ${record.kind} line`}
                className="absolute top-1 right-1"
                onClick={take}
              >
                <Copy />
              </IconButton>
            )}
          </div>
        )}
      </div>
    </li>
  )
}

import { useQuery } from "@tanstack/react-query"
import { ChevronRight } from "lucide-react"
import { Link } from "wouter"
import { Card, CardHead } from "@/ui/card"
import { applicationsHeld, applicationsNew, messagesHeld } from "../layout/counts"
import { companySummaries, footerSummary, jobSummaries, navigationSummary } from "./api"
import { findings } from "./findings"
import { Waiting } from "./tile"

export function ToLookAt() {
  const navigation = useQuery(navigationSummary)
  const footer = useQuery(footerSummary)
  const companies = useQuery(companySummaries)
  const jobs = useQuery(jobSummaries)
  const held = useQuery(messagesHeld)
  const applied = useQuery(applicationsNew)
  const heldApplied = useQuery(applicationsHeld)
  const all = [navigation, footer, companies, jobs, held, applied, heldApplied]
  const missing = all.find((query) => query.data === undefined)
  const list = findings(
    navigation.data ?? [],
    footer.data ?? [],
    companies.data ?? [],
    jobs.data ?? [],
    {
      messages: held.data ?? 0,
      applicants: applied.data ?? 0,
      heldApplicants: heldApplied.data ?? 0,
    },
  )
  return (
    <Card className="span-4 max-md:-order-1">
      <CardHead title="To look at" />
      {missing ? (
        <div className="px-5 pb-5">
          <Waiting query={missing} />
        </div>
      ) : list.length === 0 ? (
        <p className="p-5 text-ink-2">Everything is in its place.</p>
      ) : (
        <ul>
          {list.map(({ text, path }) => (
            <li key={text}>
              <Link href={path} className="line-row">
                <span>{text}</span>
                <ChevronRight className="size-4 text-ink-3" aria-hidden="true" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

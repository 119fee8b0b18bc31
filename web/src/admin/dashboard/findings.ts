import { counted, number } from "@/lib/format"
import type { JobSummary } from "./api"

type Link = { name: string; is_visible: boolean }
type Company = { name: string; is_active: boolean; logo_url: string }

type Finding = { text: string; path: string }

/** New applicants, and what the spam check holds back. */
type Waiting = { messages: number; applicants: number; heldApplicants: number }

const PLACEHOLDER = "/placeholder-logo.svg"

/** What an editor may want to look at: told one by one while they are few, counted when they are many. */
export function findings(
  navigation: Link[],
  footer: Link[],
  companies: Company[],
  jobs: JobSummary[],
  { messages, applicants, heldApplicants }: Waiting,
): Finding[] {
  const hidden = (links: Link[]) => links.filter((link) => !link.is_visible).map(({ name }) => name)
  const empty = (list: "responsibilities" | "qualifications" | "preferred") =>
    jobs.filter((job) => job[list].length === 0).map(({ title }) => title)
  return [
    ...some(applicants, `${counted(applicants, "new applicant")}`, "/admin/applicants"),
    ...some(messages, `${counted(messages, "message")} held back`, "/admin/messages?show=held"),
    ...some(
      heldApplicants,
      `${counted(heldApplicants, "application")} held back`,
      "/admin/applicants?show=held",
    ),
    ...tell(
      hidden(navigation),
      "is hidden in the navigation",
      "links are hidden in the navigation",
      "/admin/navigation",
    ),
    ...tell(
      hidden(footer),
      "is hidden in the footer",
      "links are hidden in the footer",
      "/admin/footer?tab=links",
    ),
    ...tell(
      companies.filter((one) => !one.is_active).map(({ name }) => name),
      "is inactive",
      "companies are inactive",
      "/admin/portfolio",
    ),
    ...tell(
      empty("responsibilities"),
      "has no responsibilities",
      "jobs have no responsibilities",
      "/admin/careers",
    ),
    ...tell(
      empty("qualifications"),
      "has no qualifications",
      "jobs have no qualifications",
      "/admin/careers",
    ),
    ...tell(
      empty("preferred"),
      "has no preferred items",
      "jobs have no preferred items",
      "/admin/careers",
    ),
    ...tell(
      companies.filter((one) => one.logo_url === PLACEHOLDER).map(({ name }) => name),
      "uses the placeholder logo",
      "companies use the placeholder logo",
      "/admin/portfolio",
    ),
  ]
}

const some = (count: number, text: string, path: string): Finding[] =>
  count > 0 ? [{ text, path }] : []

function tell(names: string[], one: string, many: string, path: string): Finding[] {
  if (names.length === 0) return []
  return [
    { text: names.length === 1 ? `${names[0]} ${one}` : `${number(names.length)} ${many}`, path },
  ]
}

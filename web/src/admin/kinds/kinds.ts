import {
  Briefcase,
  CircleUser,
  CornerUpRight,
  FileText,
  Image,
  Inbox,
  Link2,
  type LucideIcon,
  Mail,
  SquarePen,
  Store,
  UserRoundSearch,
} from "lucide-react"

type One = {
  /** What one of several is called. */
  noun: string
  /** The pill of Trash that it is under. */
  group?: string
  /** Where it is once it is there again. */
  place?: string
  icon?: LucideIcon
  path: string
}
type Sole = { label: string; path: string }
export type Kind = One | Sole

/** What history and activity call things, by the names of the server. */
export const KINDS: Record<string, Kind> = {
  hero: { label: "Hero", path: "/admin/hero" },
  process: { label: "Process", path: "/admin/process" },
  team: { label: "Team", path: "/admin/team" },
  about: { label: "About", path: "/admin/about" },
  contact: { label: "Contact information", path: "/admin/contact" },
  footer: { label: "Footer", path: "/admin/footer" },
  site: { label: "Identity", path: "/admin/settings/identity" },
  words: { label: "Words", path: "/admin/settings/words" },
  page_head: { label: "Search appearance", path: "/admin/settings/search" },
  section: { noun: "section", path: "/admin/portfolio" },
  job: {
    noun: "job",
    group: "Jobs",
    place: "on the careers page",
    icon: Briefcase,
    path: "/admin/careers",
  },
  company: {
    noun: "company",
    group: "Companies",
    place: "in the portfolio",
    icon: Store,
    path: "/admin/portfolio",
  },
  navigation_link: {
    noun: "navigation link",
    group: "Links",
    place: "in the navigation",
    icon: Link2,
    path: "/admin/navigation",
  },
  footer_link: {
    noun: "footer link",
    group: "Links",
    place: "in the footer",
    icon: Link2,
    path: "/admin/footer?tab=links",
  },
  page: { noun: "page", group: "Pages", place: "there", icon: FileText, path: "/admin/pages" },
  letter: {
    noun: "letter",
    group: "Letters",
    place: "in Letters",
    icon: Mail,
    path: "/admin/letters",
  },
  redirect: {
    noun: "redirect",
    group: "Redirects",
    place: "there",
    icon: CornerUpRight,
    path: "/admin/settings/redirects",
  },
  team_member: {
    noun: "team member",
    group: "Team",
    place: "in the team",
    icon: CircleUser,
    path: "/admin/team",
  },
  message: {
    noun: "message",
    group: "Messages",
    place: "in Messages",
    icon: Inbox,
    path: "/admin/messages",
  },
  application: {
    noun: "application",
    group: "Applications",
    place: "in Applicants",
    icon: UserRoundSearch,
    path: "/admin/applicants",
  },
  subscriber: {
    noun: "subscriber",
    group: "Subscribers",
    place: "on the list",
    icon: Mail,
    path: "/admin/subscribers",
  },
  media: {
    noun: "picture",
    group: "Pictures",
    place: "in Media",
    icon: Image,
    path: "/admin/media",
  },
  user: { noun: "user", path: "/admin/users" },
}

/** One that a newer server has and this page does not know. */
const UNKNOWN: One = { noun: "thing", group: "Other", place: "there", path: "/admin" }

export const kindOf = (document: string): Kind => KINDS[document] ?? UNKNOWN

/** Where a document is edited, with its history open at a version of it; nothing for what has no editor of its own. */
export function editorOf(document: string, id: string) {
  const kind = KINDS[document]
  const isEntry = !!kind && "group" in kind && !UNEDITED.includes(document)
  if (!kind || (!isEntry && !("label" in kind))) return undefined
  return (revision?: number) => {
    const [path = "", search] = kind.path.split("?")
    const asked = new URLSearchParams(search)
    if (isEntry) asked.set("edit", id)
    if (revision) asked.set("history", `${document}.${revision}`)
    const query = asked.toString()
    return query ? `${path}?${query}` : path
  }
}

/** Rows that are read, or part of a document. */
const UNEDITED = ["team_member", "message", "application", "subscriber"]

/** How it stands in Trash. */
export function inTrash(document: string) {
  const kind = kindOf(document)
  const { noun, group, place, icon } = "noun" in kind ? kind : UNKNOWN
  return { noun, group: group ?? "Other", place: place ?? "there", icon: icon ?? SquarePen }
}

/** The documents under a pill. */
export const documentsOf = (group: string) =>
  Object.keys(KINDS).filter((name) => inTrash(name).group === group)

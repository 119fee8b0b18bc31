import { useQuery } from "@tanstack/react-query"
import { Link } from "wouter"
import { counted } from "@/lib/format"
import { howMany } from "../layout/counts"
import { companySummaries, footerSummary, jobSummaries, navigationSummary } from "./api"
import { PageMap, type Part } from "./page-map"

/** Every editor, by the part of the site it changes. */
export function ContentTiles() {
  const areas = useQuery(howMany("hero_content", "featured_areas")).data
  const steps = useQuery(howMany("process_content", "process_steps")).data
  const members = useQuery(howMany("team_members", "team_members")).data
  const socials = useQuery(howMany("contact_info", "social_links")).data
  const companies = useQuery(companySummaries).data?.length
  const jobs = useQuery(jobSummaries).data?.length
  const menu = useQuery(navigationSummary).data?.length
  const columns = useQuery(footerSummary).data?.length
  const tell = (n: number | undefined, one: string, many?: string) =>
    n === undefined ? "" : counted(n, one, many)
  const tiles: [part: Part, title: string, path: string, text: string][] = [
    ["hero", "Hero", "/admin/hero", join("Title, subtitle", tell(areas, "area"))],
    ["process", "Process", "/admin/process", tell(steps, "step")],
    ["portfolio", "Portfolio", "/admin/portfolio", tell(companies, "company", "companies")],
    ["about", "About text", "/admin/about-text", "Intro and approach"],
    ["team", "Team", "/admin/team", tell(members, "member")],
    [
      "contact",
      "Contact information",
      "/admin/contact",
      join("Email, location", tell(socials, "social link")),
    ],
    ["navigation", "Navigation", "/admin/navigation", tell(menu, "link")],
    [
      "footer",
      "Footer",
      "/admin/footer",
      `Description${columns === undefined ? "" : ` and ${counted(columns, "link")}`}`,
    ],
    ["careers", "Careers", "/admin/careers", tell(jobs, "listing")],
  ]
  return (
    <div className="dash">
      {tiles.map(([part, title, path, text]) => (
        <Link key={part} href={path} className="card tile span-4 p-3.5!">
          <span className="flex items-center gap-4">
            <PageMap part={part} />
            <span className="min-w-0">
              <span className="block font-medium">{title}</span>
              <span className="block min-h-5 text-label text-ink-3">{text}</span>
            </span>
          </span>
        </Link>
      ))}
    </div>
  )
}

const join = (first: string, second: string) => (second ? `${first}, ${second}` : first)

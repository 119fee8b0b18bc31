import { useQuery } from "@tanstack/react-query"
import { counted } from "@/lib/format"
import { howMany } from "../layout/counts"

/** What each screen holds, in a few words; a number that is not known yet is left out. */
export function useFacts(): Record<string, string> {
  const areas = useQuery(howMany("hero_content", "featured_areas")).data
  const steps = useQuery(howMany("process_content", "process_steps")).data
  const companies = useQuery(howMany("portfolio_companies")).data
  const focus = useQuery(howMany("about_content", "focus_areas")).data
  const members = useQuery(howMany("team_members")).data
  const jobs = useQuery(howMany("job_listings")).data
  const socials = useQuery(howMany("contact_info", "social_links")).data
  const menu = useQuery(howMany("navigation_links")).data
  const links = useQuery(howMany("footer_links")).data
  const pages = useQuery(howMany("pages")).data
  return {
    "/admin/hero": list("Title, subtitle", tell(areas, "area")),
    "/admin/process": tell(steps, "step"),
    "/admin/portfolio": tell(companies, "company", "companies"),
    "/admin/about": list("Reasons", tell(focus, "focus area")),
    "/admin/about-text": "Intro and approach",
    "/admin/process-text": "Title and subtitle",
    "/admin/team": tell(members, "member"),
    "/admin/careers": tell(jobs, "listing"),
    "/admin/contact": list("Email, location", tell(socials, "social link")),
    "/admin/contact-page": "Description",
    "/admin/navigation": tell(menu, "link"),
    "/admin/footer": list("Description", tell(links, "link")),
    "/admin/pages": tell(pages, "page of your own", "pages of your own"),
  }
}

const tell = (n: number | undefined, one: string, many?: string) =>
  n === undefined ? "" : counted(n, one, many)

const list = (...parts: string[]) => parts.filter(Boolean).join(", ")

import { useQuery } from "@tanstack/react-query"
import { Link } from "wouter"
import { allOf } from "@/lib/document"
import { footerLink, navigationLink } from "@/lib/documents.gen"

/** Where visitors find the way to a page. One that nothing leads to can be reached by its address alone. */
export function LinkedFrom({ path }: { path: string }) {
  const navigation = useQuery(allOf(navigationLink)).data
  const footer = useQuery(allOf(footerLink)).data
  if (!navigation || !footer) return null
  const places = [
    { name: "Navigation", to: "/admin/navigation", links: navigation },
    { name: "Footer", to: "/admin/footer", links: footer },
  ]
  const leads = places.filter(({ links }) => links.some((link) => link.path === path))
  if (leads.length > 0)
    return (
      <p className="text-label text-ink-2">
        Linked from {leads.map(({ name }) => name).join(" and ")}.
      </p>
    )
  return (
    <p className="text-label text-ink-2">
      Linked from nowhere yet. Add a link in{" "}
      {places.map(({ name, to }, at) => (
        <span key={to}>
          {at > 0 && " or "}
          <Link href={to} className="underline">
            {name}
          </Link>
        </span>
      ))}
      .
    </p>
  )
}

import { Card, CardHead } from "@/ui/card"
import { type AnyLink, isAway } from "./api"

/** The links that visitors see, under the headings they see. */
export function LinkPreview({ groups }: { groups: [heading: string, links: AnyLink[]][] }) {
  const shown = groups
    .map(([heading, links]) => [heading, links.filter((link) => link.is_visible)] as const)
    .filter(([, links]) => links.length > 0)
  return (
    <Card aria-label="Preview" className="preview">
      <CardHead title="As visitors see it" />
      <div className="grid grid-cols-1 gap-4 px-5 pt-4 pb-5">
        {shown.length === 0 && <p className="text-ink-2">Nothing is visible.</p>}
        {shown.map(([heading, links]) => (
          <div key={heading}>
            {heading && <h3 className="mb-2 text-label text-ink-3 wrap-anywhere">{heading}</h3>}
            <ul>
              {links.map((link) => (
                <li key={link.id} className="truncate py-0.75">
                  {link.name}
                  {(link.external || isAway(link.path)) && <span aria-hidden="true"> ↗</span>}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </Card>
  )
}

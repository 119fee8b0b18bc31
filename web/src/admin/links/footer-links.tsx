import type { UseQueryResult } from "@tanstack/react-query"
import type { FooterLink } from "@/lib/documents.gen"
import { counted } from "@/lib/format"
import { EmptyState } from "@/ui/empty-state"
import { Loaded } from "../document/loaded"
import { bySection, footer } from "./api"
import { LinkList } from "./link-list"

type Props = { query: UseQueryResult<FooterLink[]>; onEdit: (link: FooterLink) => void }

/** The links of the footer, by section. */
export function FooterLinks({ query, onEdit }: Props) {
  return (
    <Loaded query={query} failed={{ text: "The footer links could not be loaded." }}>
      {(links) => {
        if (links.length === 0) return <EmptyState title="No footer links yet. Add some!" />
        const groups = bySection(links)
        return (
          <div className="grid grid-cols-1 gap-7" data-rows>
            {groups.map(([section, ofSection]) => (
              <section key={section} aria-label={section}>
                <div className="mb-2.5 flex items-center gap-2.5">
                  <h2 className="display text-[18px] wrap-anywhere">{section}</h2>
                  <span className="shrink-0 text-ink-3">{summary(ofSection)}</span>
                </div>
                <LinkList of={footer} section={section} links={ofSection} onEdit={onEdit} />
              </section>
            ))}
          </div>
        )
      }}
    </Loaded>
  )
}

function summary(links: FooterLink[]): string {
  const hidden = links.filter((link) => !link.is_visible).length
  return counted(links.length, "link") + (hidden > 0 ? `, ${hidden} hidden` : "")
}

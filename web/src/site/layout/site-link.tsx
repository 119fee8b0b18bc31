import { ArrowUpRight } from "lucide-react"
import type { ReactNode } from "react"
import { word } from "../words"

type Props = {
  link: { name: string; path: string; external: boolean; open_in_new_window: boolean }
  className?: string
  current?: boolean | "page" | "true"
}

/** A link of the menu or the footer. A new window counts for external links only, and a web address is one whatever is stored. */
export function SiteLink({ link, className, current }: Props) {
  const external = link.external || /^https?:/i.test(link.path)
  if (external && link.open_in_new_window) {
    return (
      <NewWindow href={link.path} className={className}>
        {link.name}
      </NewWindow>
    )
  }
  return (
    <a href={link.path} className={className} aria-current={current || undefined}>
      {link.name}
      {external && <ArrowUpRight className="ic" strokeWidth={1.75} />}
    </a>
  )
}

type NewWindowProps = { href: string; className?: string; label?: string; children: ReactNode }

export function NewWindow({ href, className, label, children }: NewWindowProps) {
  return (
    <a href={href} className={className} target="_blank" rel="noopener noreferrer">
      {children}
      {label && <span className="sr"> {label}</span>}
      <ArrowUpRight className="ic" strokeWidth={1.75} />
      <span className="sr"> {word("new_window")}</span>
    </a>
  )
}

import { X } from "lucide-react"
import { mailto } from "@/lib/mailto"
import { Brand } from "@/ui/brand"
import type { FooterContent, NavigationLink } from "../data"
import { SiteLink } from "./site-link"

type Props = { links: NavigationLink[]; path: string; footer: FooterContent }

/**
 * The header and its full-screen menu. What moves here is done by boot.ts,
 * so that it works before React arrives; the tree below never changes.
 */
export function Header({ links, path, footer }: Props) {
  const items = links.map((link) => (
    <SiteLink key={`${link.path} ${link.name}`} link={link} current={current(link.path, path)} />
  ))
  return (
    <>
      <header className="hd">
        <div className="wrap">
          <a className="brand" href="/" aria-label="Vitrine, home">
            <Brand />
          </a>
          {items.length > 0 && (
            <>
              <nav className="nav" aria-label="Main">
                {items}
              </nav>
              <button
                className="menu-btn"
                type="button"
                aria-expanded="false"
                aria-controls="menu"
                suppressHydrationWarning
                {...{ command: "show-modal", commandfor: "menu" }}
              >
                Menu <i />
              </button>
            </>
          )}
        </div>
      </header>
      <dialog className="menu" id="menu" aria-label="Menu" suppressHydrationWarning>
        <div className="menu-top">
          <a className="brand" href="/" aria-label="Vitrine, home">
            <Brand />
          </a>
          <button className="menu-btn" type="button" {...{ command: "close", commandfor: "menu" }}>
            Close <X className="ic" strokeWidth={1.75} />
          </button>
        </div>
        <nav aria-label="Main">{items}</nav>
        <div className="menu-foot">
          {footer.email && <a href={mailto(footer.email)}>{footer.email}</a>}
          {footer.location && <span>{footer.location}</span>}
        </div>
      </dialog>
    </>
  )
}

// A job is below Careers: the dot stays on it, but it is not the page itself.
function current(link: string, path: string): "page" | "true" | undefined {
  if (link === path) return "page"
  if (link !== "/" && path.startsWith(`${link}/`)) return "true"
  return undefined
}

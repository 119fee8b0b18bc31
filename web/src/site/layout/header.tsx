import { X } from "lucide-react"
import { mailto } from "@/lib/mailto"
import type { Reach } from "@/lib/reach"
import { Brand } from "@/ui/brand"
import type { NavigationLink, SiteIdentity } from "../data"
import { word } from "../words"
import { SiteLink } from "./site-link"

type Props = { site: SiteIdentity; links: NavigationLink[]; path: string; reach: Reach }

/**
 * The header and its full-screen menu. What moves here is done by boot.ts,
 * so that it works before React arrives; the tree below never changes.
 */
export function Header({ site, links, path, reach }: Props) {
  const items = links.map((link) => (
    <SiteLink key={`${link.path} ${link.name}`} link={link} current={current(link.path, path)} />
  ))
  return (
    <>
      <header className="hd">
        <div className="wrap">
          <a className="brand" href="/" aria-label={word("brand_label")}>
            <Brand name={site.name} mark={site.mark} />
          </a>
          {items.length > 0 && (
            <>
              <nav className="nav" aria-label={word("nav_main")}>
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
                {word("menu_open")} <i />
              </button>
            </>
          )}
        </div>
      </header>
      <dialog className="menu" id="menu" aria-label={word("menu_open")} suppressHydrationWarning>
        <div className="menu-top">
          <a className="brand" href="/" aria-label={word("brand_label")}>
            <Brand name={site.name} mark={site.mark} />
          </a>
          <button className="menu-btn" type="button" {...{ command: "close", commandfor: "menu" }}>
            {word("menu_close")} <X className="ic" strokeWidth={1.75} />
          </button>
        </div>
        <nav aria-label={word("nav_main")}>{items}</nav>
        <div className="menu-foot">
          {reach.email && <a href={mailto(reach.email)}>{reach.email}</a>}
          {reach.location && <span>{reach.location}</span>}
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

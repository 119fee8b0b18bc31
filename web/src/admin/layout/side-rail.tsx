import { PanelLeftOpen, Search } from "lucide-react"
import { Fragment, type RefObject } from "react"
import { Link, useLocation } from "wouter"
import { studio } from "@/lib/shell"
import { Brand } from "@/ui/brand"
import { useUser } from "../session/session"
import { account, firstOf, holds, treeFor } from "./tree"

type Props = {
  /** The button that opens the menu. */
  ref: RefObject<HTMLButtonElement | null>
  onOpen: () => void
  onSearch: () => void
}

/** The sidebar folded to its icons, beside screens that need the room. */
export function SideRail({ ref, onOpen, onSearch }: Props) {
  const { role } = useUser()
  const [path] = useLocation()
  return (
    <aside aria-label="Admin" className="rail-side">
      <Link href="/admin" className="rail-mark">
        <Brand name={studio.name} mark={studio.mark} />
      </Link>
      <button
        type="button"
        ref={ref}
        className="rail-row"
        aria-label="Open the menu"
        title="Open the menu"
        onClick={onOpen}
      >
        <PanelLeftOpen aria-hidden="true" />
      </button>
      <div className="rail-line" />
      <nav aria-label="Screens" className="rail-nav">
        {treeFor(role).map(
          (node) =>
            node.icon && (
              <Fragment key={node.label}>
                {node.isApart && <div className="rail-line" />}
                <Link
                  href={firstOf(node)}
                  className="rail-row"
                  aria-label={node.label}
                  title={node.label}
                  aria-current={holds(node, path) ? "true" : undefined}
                >
                  <node.icon aria-hidden="true" />
                </Link>
              </Fragment>
            ),
        )}
      </nav>
      <div className="flex-1" />
      <button
        type="button"
        className="rail-row"
        aria-label="Search (Ctrl K)"
        title="Search (Ctrl K)"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onSearch}
      >
        <Search aria-hidden="true" />
      </button>
      <Link
        href={account.path}
        className="rail-row"
        aria-label={account.label}
        title={account.label}
      >
        <account.icon aria-hidden="true" />
      </Link>
    </aside>
  )
}

import { Inbox, LayoutDashboard, Menu, Send, SquarePen } from "lucide-react"
import { Link, useLocation } from "wouter"
import { Unread } from "./nav-tree"
import { contentPage, isContent } from "./tree"

const tabs = [
  { label: "Dashboard", path: "/admin", icon: LayoutDashboard },
  { label: "Messages", path: "/admin/messages", icon: Inbox },
  { label: "Update", path: contentPage.path, icon: SquarePen },
  { label: "Letters", path: "/admin/letters", icon: Send },
]

type Props = {
  /** The sheet of the rest is open: the bar is part of it. */
  isOpen?: boolean
  onGo?: () => void
  onMore: () => void
}

/** The bar of a phone, in reach of a thumb. An editor puts its own foot there. */
export function TabBar({ isOpen = false, onGo, onMore }: Props) {
  const [path] = useLocation()
  const here = isOpen ? undefined : isContent(path) ? contentPage.path : path
  return (
    <nav aria-label="Main screens" className="tab-bar">
      {tabs.map((tab) => (
        <Link
          key={tab.path}
          href={tab.path}
          onClick={onGo}
          aria-current={tab.path === here ? (here === path ? "page" : "true") : undefined}
        >
          <tab.icon aria-hidden="true" />
          {tab.label}
          {tab.path === "/admin/messages" && <Unread />}
        </Link>
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        data-current={isOpen || !tabs.some((tab) => tab.path === here) || undefined}
        onClick={onMore}
      >
        <Menu aria-hidden="true" />
        More
      </button>
    </nav>
  )
}

import { ArrowUpRight, LogOut, Monitor, Moon, Search, Sun } from "lucide-react"
import type { ReactNode } from "react"
import { Link, useLocation } from "wouter"
import { studio } from "@/lib/shell"
import { setTheme, THEMES, type Theme, useTheme } from "@/lib/theme"
import { Brand } from "@/ui/brand"
import { IconButton, iconButtonStyle } from "@/ui/icon-button"
import { Segment } from "@/ui/segment"
import { signOut, useUser } from "../session/session"
import { NavTree } from "./nav-tree"
import { account } from "./tree"

const themes: Record<Theme, { label: string; icon: ReactNode }> = {
  system: { label: "System theme", icon: <Monitor /> },
  light: { label: "Light theme", icon: <Sun /> },
  dark: { label: "Dark theme", icon: <Moon /> },
}

type Props = {
  onSearch: () => void
  /** Called when a choice leads away; for the drawer. */
  onGo?: () => void
  /** Buttons at the top, beside search. */
  children?: ReactNode
}

/** What the sidebar holds, also where it lies over a form. */
export function Sidebar({ onGo, onSearch, children }: Props) {
  return (
    <>
      <div className="flex items-center justify-between pt-1 pr-2 pb-5 pl-2">
        <Link href="/admin" onClick={onGo} className="brand min-w-0 overflow-hidden">
          <Brand name={studio.name} mark={studio.mark} />
        </Link>
        <IconButton
          label="Search (Ctrl K)"
          aria-keyshortcuts="Control+K Meta+K"
          className="ml-auto"
          onClick={onSearch}
        >
          <Search />
        </IconButton>
        <a
          href="/"
          target="_blank"
          rel="noopener noreferrer"
          aria-label="View site (opens in a new window)"
          title="View site"
          className={iconButtonStyle()}
        >
          <ArrowUpRight />
        </a>
        {children}
      </div>
      <NavTree onGo={onGo} />
      <div className="-mx-3 mt-2 border-t border-line px-3 pt-3.5">
        <Me onGo={onGo} />
      </div>
    </>
  )
}

/** Who is signed in, the way out, and the theme. */
export function Me({ onGo }: Pick<Props, "onGo">) {
  const { email, role } = useUser()
  const theme = useTheme()
  const [path] = useLocation()
  return (
    <>
      <Link
        href={account.path}
        onClick={onGo}
        className="account-row"
        aria-current={path === account.path ? "page" : undefined}
      >
        <span className="block min-w-0 flex-1">
          <span className="block text-micro text-ink-2">Signed in as {role}</span>
          <span className="block truncate font-medium" title={email}>
            {email}
          </span>
        </span>
        <span className="sr-only">{account.label}</span>
        <account.icon aria-hidden="true" />
      </Link>
      <div className="mt-2 flex items-center gap-1">
        <button type="button" className="nav-row" onClick={() => void signOut()}>
          <LogOut aria-hidden="true" />
          Sign Out
        </button>
        <Segment
          label="Theme"
          compact
          value={theme}
          onChange={setTheme}
          choices={THEMES.map((value) => ({ value, ...themes[value] }))}
        />
      </div>
    </>
  )
}

import { ChevronLeft, Menu, PanelLeftClose, Pin, Search, X } from "lucide-react"
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { Link, useLocation } from "wouter"
import { cn } from "@/lib/cn"
import { studio } from "@/lib/shell"
import { useCommandKey } from "@/lib/shortcut"
import { Brand } from "@/ui/brand"
import { IconButton, iconButtonStyle } from "@/ui/icon-button"
import { Offline } from "../document/offline"
import { SiblingsContext } from "../preview/bench"
import { useUser } from "../session/session"
import { MailBanner } from "./mail-banner"
import { NavTree } from "./nav-tree"
import { Over } from "./over"
import { usePinned } from "./pinned"
import { visit } from "./places"
import { SideRail } from "./side-rail"
import { Me, Sidebar } from "./sidebar"
import { TabBar } from "./tab-bar"
import { aboveOf, branchOf, isBare, isDesk, isWorkbench, restFor } from "./tree"
import { TypeAhead } from "./type-ahead"

const Palette = lazy(() => import("./palette"))

/** The frame: a sidebar, folded to icons beside editors, or the two bars of a phone. */
export function Layout({ children }: { children: ReactNode }) {
  const [over, setOver] = useState<"menu" | "more">()
  const [isSearching, setSearching] = useState(false)
  const [isPinned, pin] = usePinned()
  const [path] = useLocation()
  const { role } = useUser()
  const isWhole = isBare(path)
  const isWork = isWorkbench(path)
  const isFolded = isWork && !isPinned
  const isRoomy = isWork || isDesk(path)
  // What opened a menu, and what opens or folds the one of the side.
  const opener = useRef<HTMLElement | null>(null)
  const side = useRef<HTMLButtonElement>(null)
  // The browser's own "save page" helps nobody here, even when there is nothing to save.
  // What was typed before the search was there.
  const [ahead, setAhead] = useState("")
  useCommandKey("s", () => {})
  useCommandKey("k", () => (isSearching ? endSearch() : search()))
  useEffect(() => visit(path.replace(/(.)\/$/, "$1")), [path])
  const search = () => setSearching(true)
  const endSearch = () => {
    setSearching(false)
    setAhead("")
  }
  const open = (what: "menu" | "more") => {
    opener.current = document.activeElement as HTMLElement
    setOver(what)
  }
  const close = () => setOver(undefined)
  const leave = () => {
    opener.current = null
    close()
  }
  const leaveForSearch = () => {
    leave()
    search()
  }
  const fold = (isFolding: boolean) => {
    flushSync(() => pin(!isFolding))
    opener.current = side.current
    close()
    side.current?.focus()
  }
  return (
    <>
      <a href="#main" className="skip">
        Skip to content
      </a>
      {!isWhole && (
        <aside aria-label="Admin" className={cn("side max-lg:hidden", isFolded && "side-folds")}>
          <Sidebar onSearch={search}>
            {isWork && isPinned && (
              <IconButton
                ref={side}
                label="Fold the menu"
                className="side-pin"
                onClick={() => fold(true)}
              >
                <PanelLeftClose />
              </IconButton>
            )}
          </Sidebar>
        </aside>
      )}
      {isFolded && <SideRail ref={side} onOpen={() => open("menu")} onSearch={search} />}
      {!isWhole && <TopBar path={path} onSearch={search} onMore={() => open("more")} />}
      <main
        id="main"
        tabIndex={-1}
        className={
          isWhole ? "main-bare" : isWork ? "main-work" : isDesk(path) ? "main-desk" : "main"
        }
        data-pinned={isWork && isPinned ? true : undefined}
      >
        {!isWhole && <MailBanner />}
        <div className={isWhole ? undefined : isRoomy ? "work-around" : "mx-auto max-w-272"}>
          <Offline className="offline" />
          <SiblingsContext value={branchOf(path)}>{children}</SiblingsContext>
        </div>
      </main>
      {!isWhole && <TabBar onMore={() => open("more")} />}
      {over === "menu" && (
        <Over className="side z-70" back={opener} onClose={close}>
          <Sidebar onGo={leave} onSearch={leaveForSearch}>
            <IconButton label="Keep the menu open" onClick={() => fold(false)}>
              <Pin />
            </IconButton>
            <IconButton label="Close menu" onClick={close}>
              <X />
            </IconButton>
          </Sidebar>
        </Over>
      )}
      {over === "more" && (
        <Over className="more-sheet" back={opener} onClose={close}>
          <div className="more-rest">
            <NavTree nodes={restFor(role)} onGo={leave} />
            <Me onGo={leave} />
          </div>
          <TabBar isOpen onGo={leave} onMore={close} />
        </Over>
      )}
      {isSearching && (
        <Suspense fallback={<TypeAhead text={ahead} onText={setAhead} onClose={endSearch} />}>
          <Palette first={ahead} onClose={endSearch} />
        </Suspense>
      )}
    </>
  )
}

type TopBarProps = { path: string; onSearch: () => void; onMore: () => void }

/** The upper bar of a phone: back from an editor, and search. */
function TopBar({ path, onSearch, onMore }: TopBarProps) {
  const above = aboveOf(path)
  return (
    <header className="top-bar lg:hidden">
      {above && (
        <Link
          href={above.path}
          aria-label={`Back to ${above.label}`}
          className={cn(iconButtonStyle(), "size-11! -ml-3")}
        >
          <ChevronLeft />
        </Link>
      )}
      <Link href="/admin" className="brand">
        <Brand name={studio.name} mark={studio.mark} />
      </Link>
      <IconButton label="Search" className="ml-auto size-11!" onClick={onSearch}>
        <Search />
      </IconButton>
      {/* An editor's foot stands where the lower bar has it. */}
      <span className="top-more">
        <IconButton label="More" aria-haspopup="dialog" className="size-11!" onClick={onMore}>
          <Menu />
        </IconButton>
      </span>
    </header>
  )
}

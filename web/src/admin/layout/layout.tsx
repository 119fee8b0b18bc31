import { Menu } from "lucide-react"
import { Dialog as Radix } from "radix-ui"
import { lazy, type ReactNode, Suspense, useRef, useState } from "react"
import { Link, useLocation } from "wouter"
import { studio } from "@/lib/shell"
import { useCommandKey } from "@/lib/shortcut"
import { Brand } from "@/ui/brand"
import { IconButton } from "@/ui/icon-button"
import { Offline } from "../document/offline"
import { MailBanner } from "./mail-banner"
import { Sidebar } from "./sidebar"
import { isBare } from "./tree"

const Palette = lazy(() => import("./palette"))

/** The frame: a fixed sidebar, or a bar with a drawer where there is no room for one. */
export function Layout({ children }: { children: ReactNode }) {
  const [isDrawn, setDrawn] = useState(false)
  const [isSearching, setSearching] = useState(false)
  const isWhole = isBare(useLocation()[0])
  const hasGone = useRef(false)
  const opener = useRef<HTMLButtonElement>(null)
  // The browser's own "save page" helps nobody here, even when there is nothing to save.
  useCommandKey("s", () => {})
  useCommandKey("k", () => setSearching((was) => !was))
  const leave = () => {
    hasGone.current = true
    setDrawn(false)
  }
  return (
    <>
      <a href="#main" className="skip">
        Skip to content
      </a>
      {!isWhole && (
        <aside aria-label="Admin" className="side max-lg:hidden">
          <Sidebar onSearch={() => setSearching(true)} />
        </aside>
      )}
      <header className={isWhole ? "hidden" : "top-bar lg:hidden"}>
        <Link href="/admin" className="brand">
          <Brand name={studio.name} mark={studio.mark} />
        </Link>
        <IconButton
          ref={opener}
          label="Open menu"
          className="size-11"
          onClick={() => {
            hasGone.current = false
            setDrawn(true)
          }}
        >
          <Menu />
        </IconButton>
      </header>
      <main id="main" tabIndex={-1} className={isWhole ? "main-bare" : "main"}>
        {!isWhole && <MailBanner />}
        <div className={isWhole ? undefined : "mx-auto max-w-272"}>
          <Offline className="offline" />
          {children}
        </div>
      </main>
      {isDrawn && (
        <Radix.Root open onOpenChange={setDrawn}>
          <Radix.Portal>
            <Radix.Overlay className="scrim" />
            <Radix.Content
              className="side z-70"
              aria-describedby={undefined}
              // The next screen takes the focus; only a dismissed menu gives it back.
              onCloseAutoFocus={(event) => {
                event.preventDefault()
                if (!hasGone.current) opener.current?.focus()
              }}
            >
              <Radix.Title className="sr-only">Menu</Radix.Title>
              <Sidebar
                onGo={leave}
                onSearch={() => {
                  leave()
                  setSearching(true)
                }}
                onClose={() => setDrawn(false)}
              />
            </Radix.Content>
          </Radix.Portal>
        </Radix.Root>
      )}
      {isSearching && (
        <Suspense>
          <Palette onClose={() => setSearching(false)} />
        </Suspense>
      )}
    </>
  )
}

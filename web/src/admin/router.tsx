import { type ComponentType, lazy, Suspense, useEffect } from "react"
import { Redirect, useLocation } from "wouter"
import { studio } from "@/lib/shell"
import { Spinner } from "@/ui/spinner"

type Screen = { title: string; page: ComponentType }

const screen = (title: string, load: () => Promise<{ default: ComponentType }>): Screen => ({
  title,
  page: lazy(load),
})

/** Every screen of the protected area by its path. routes.json, which the server reads too, lists the same paths. */
export const screens: Record<string, Screen> = {
  "/admin": screen("Dashboard", () => import("./dashboard/page")),
  "/admin/content": screen("Update Content", () => import("./content/page")),
  "/admin/navigation": screen("Navigation", () => import("./links/navigation-page")),
  "/admin/homepage": screen("Homepage", () => import("./homepage")),
  "/admin/hero": screen("Hero", () => import("./hero/page")),
  "/admin/process": screen("Process", () => import("./process/page")),
  "/admin/portfolio": screen("Portfolio", () => import("./portfolio/page")),
  "/admin/about": screen("About", () => import("./about/page")),
  "/admin/about-text": screen("About text", () => import("./about/text-page")),
  "/admin/process-text": screen("Process text", () => import("./process/text-page")),
  "/admin/team": screen("Team", () => import("./team/page")),
  "/admin/contact": screen("Contact information", () => import("./contact/page")),
  "/admin/contact-page": screen("Contact page", () => import("./contact/description-page")),
  "/admin/careers": screen("Careers", () => import("./careers/page")),
  "/admin/footer": screen("Footer", () => import("./links/footer-page")),
  "/admin/pages": screen("Pages", () => import("./pages/page")),
  "/admin/settings/identity": screen("Identity", () => import("./identity/page")),
  "/admin/settings/words": screen("Words", () => import("./settings/words-page")),
  "/admin/settings/search": screen("Search appearance", () => import("./settings/search-page")),
  "/admin/settings/redirects": screen("Redirects", () => import("./settings/redirects-page")),
  "/admin/settings/mail": screen("Mail", () => import("./mail/page")),
  "/admin/settings/newsletter": screen("Newsletter", () => import("./settings/newsletter-page")),
  "/admin/setup": screen("Set-up", () => import("./identity/setup-page")),
  "/admin/messages": screen("Messages", () => import("./messages/page")),
  "/admin/applicants": screen("Applicants", () => import("./applicants/page")),
  "/admin/letters": screen("Letters", () => import("./letters/page")),
  "/admin/letters/write": screen("Write a letter", () => import("./letters/composer-page")),
  "/admin/subscribers": screen("Subscribers", () => import("./subscribers/page")),
  "/admin/people": screen("People", () => import("./people/page")),
  "/admin/media": screen("Media", () => import("./media/page")),
  "/admin/activity": screen("Activity", () => import("./activity/page")),
  "/admin/trash": screen("Trash", () => import("./trash/page")),
  "/admin/users": screen("Users", () => import("./users/page")),
  "/admin/account": screen("Your account", () => import("./account/page")),
}

/** Old addresses and where they lead. */
export const redirects: Record<string, string> = {
  "/admin/update-content": "/admin/hero",
  "/admin/settings": "/admin/settings/identity",
}

let isFirst = true

/** isArrival: the person has just signed in, and the form that had the focus is gone. */
export function Screens({ isArrival }: { isArrival: boolean }) {
  const [location] = useLocation()
  const path = location.replace(/(.)\/$/, "$1")
  const now = screens[path]
  useEffect(() => {
    if (!now) return
    document.title = `${now.title} | ${studio.name} admin`
    window.scrollTo(0, 0)
    // A screen reader starts at the top of the new page; on the first load it is there already.
    if (!isFirst || isArrival) focusTitle()
    isFirst = false
  }, [now, isArrival])
  if (!now) return <Redirect to={redirects[path] ?? "/admin"} replace />
  return (
    // The key is on the boundary: otherwise React keeps the old screen, hidden, until the new one is there.
    <Suspense key={path} fallback={<Spinner label="Loading..." />}>
      <now.page />
    </Suspense>
  )
}

// The screen's code may still be on its way.
function focusTitle(tries = 100) {
  const title = document.querySelector<HTMLElement>("main h1")
  // Whoever came for a field of the screen is in it already.
  if (document.activeElement?.closest("[data-path]")) return
  if (title) title.focus({ preventScroll: true })
  else if (tries > 0) setTimeout(() => focusTitle(tries - 1), 50)
}

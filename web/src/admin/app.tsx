import { lazy, Suspense, useSyncExternalStore } from "react"
import { Route, Router, Switch } from "wouter"
import { navigate, useGuardedLocation } from "@/lib/location"
import { unsaved } from "@/lib/unsaved"
import { Spinner } from "@/ui/spinner"
import Toaster from "@/ui/toaster"
import { Crash } from "./crash"
import { LoginPage } from "./login/page"
import routes from "./routes.json"
import { loginPath } from "./session/return-to"
import { hasSignedOut, useSession } from "./session/session"
import { Unverified } from "./session/unverified"

const LeaveDialog = lazy(() => import("./document/leave-dialog"))
const ResetPage = lazy(() => import("./login/reset-page"))
const NotFound = lazy(() => import("./not-found"))
const Backoffice = lazy(() => import("./backoffice"))

/** Everything below /admin. What the login screen does not need is loaded later. */
export function App() {
  const isAsking = useSyncExternalStore(unsaved.subscribe, unsaved.isAsking)
  return (
    <Crash>
      <Router hook={useGuardedLocation}>
        <Suspense fallback={<Verifying />}>
          <Switch>
            <Route path="/admin/login" component={LoginPage} />
            <Route path="/admin/reset" component={ResetPage} />
            <Route component={Protected} />
          </Switch>
        </Suspense>
      </Router>
      {/* There from the start: the first toast may be about a server that went away, above an open dialog. */}
      <Toaster />
      <Suspense>{isAsking && <LeaveDialog />}</Suspense>
    </Crash>
  )
}

const Verifying = () => <Spinner label="Verifying authentication..." tall />

function Protected() {
  const session = useSession()
  const [path] = useGuardedLocation()
  if (!routes.includes(path.replace(/(.)\/$/, "$1"))) return <NotFound />
  if (session.status === "loading") return <Verifying />
  if (session.status === "unknown") return <Unverified {...session} />
  if (!("user" in session)) return <ToLogin />
  // Whoever comes next finds nothing of the one before.
  return <Backoffice key={session.user.id} session={session} />
}

function ToLogin() {
  queueMicrotask(() => {
    const { pathname, search } = location
    if (!pathname.startsWith("/admin/login"))
      void navigate(hasSignedOut() ? "/admin/login" : loginPath(pathname + search), {
        replace: true,
      })
  })
  return <Verifying />
}

import "@/ui/art/install"
import { QueryClientProvider } from "@tanstack/react-query"
import { lazy, Suspense, useEffect, useState } from "react"
import { makeQueryClient } from "@/lib/query"
import { Layout } from "./layout/layout"
import { useLive } from "./layout/use-live"
import { Screens } from "./router"
import { hasSignedIn, type Inside, recheck, reread } from "./session/session"
import "@/styles/backoffice.css"

const loadSignIn = () => import("./login/sign-in-again")
const SignInAgain = lazy(loadSignIn)
const FirstRun = lazy(() => import("./identity/first-run"))

/** The protected area. It stays mounted while a session that ended is renewed, with all that was typed. */
export default function Backoffice({ session }: { session: Inside }) {
  const [client] = useState(() =>
    makeQueryClient(
      () => void recheck(),
      () => void reread(),
    ),
  )
  const [isArrival] = useState(hasSignedIn)
  useEffect(() => {
    // What asks about unsaved text must not depend on the network at that moment.
    const signIn = loadSignIn().then(({ loadCodeForm }) => loadCodeForm())
    void Promise.all([signIn, import("./document/leave-dialog")]).catch(() => {})
  }, [])
  return (
    <QueryClientProvider client={client}>
      <Live />
      {isArrival && (
        <Suspense>
          <FirstRun />
        </Suspense>
      )}
      <Layout>
        <Screens isArrival={isArrival} />
      </Layout>
      {session.status === "ended" && (
        <Suspense>
          <SignInAgain owes={session.owes} />
        </Suspense>
      )}
    </QueryClientProvider>
  )
}

function Live() {
  useLive()
  return null
}

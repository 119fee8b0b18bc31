import { lazy, Suspense, useEffect, useState } from "react"
import { navigate } from "@/lib/location"
import { studio } from "@/lib/shell"
import { Roller } from "@/ui/roller"
import { returnTo } from "../session/return-to"
import { client, useSession } from "../session/session"
import { CredentialsForm } from "./credentials-form"
import { ForgotForm } from "./forgot-form"
import { LoginFrame } from "./login-frame"
import { welcome } from "./sign-in"

const CodeForm = lazy(() => import("./code-form"))

const startAgain = async () => (await client()).signOut({ scope: "local" })

export function LoginPage() {
  const { status } = useSession()
  const [isForgetful, setForgetful] = useState(false)
  useEffect(() => {
    document.title = `Sign in | ${studio.name} admin`
    if (status === "in") void navigate(returnTo(location.search), { replace: true })
  }, [status])

  if (status === "owes")
    return (
      <LoginFrame
        title="One more step"
        text="Enter the code from your authenticator app, or a recovery code."
      >
        <Suspense fallback={<Roller size="lg" />}>
          <CodeForm onProven={welcome} onBack={startAgain} />
        </Suspense>
      </LoginFrame>
    )
  if (isForgetful) return <ForgotForm onBack={() => setForgetful(false)} />
  return (
    <LoginFrame title={studio.login_title ?? "Sign in"} text={studio.login_text ?? ""}>
      <CredentialsForm onDone={() => {}} />
      <button
        type="button"
        className="text-link cursor-pointer justify-self-start py-1.5"
        onClick={() => setForgetful(true)}
      >
        Forgot password?
      </button>
    </LoginFrame>
  )
}

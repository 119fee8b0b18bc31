import { lazy, Suspense, useEffect, useState } from "react"
import { studio } from "@/lib/shell"
import { toast } from "@/lib/toast"
import { Roller } from "@/ui/roller"
import { NewPasswordForm } from "../session/new-password-form"
import { isOwing } from "../session/session"
import { LoginFrame } from "./login-frame"
import { choosePassword, followLink } from "./reset"

const CodeForm = lazy(() => import("./code-form"))

/** Where the links of recovery and invitation mails lead: choose a password, then go in. */
export default function ResetPage() {
  const [link] = useState(() => new URLSearchParams(location.search))
  const [chosen, setChosen] = useState<string>()
  const isInvitation = link.get("type") === "invite"
  useEffect(() => {
    document.title = `Choose a password | ${studio.name} admin`
  }, [])

  async function submit(password: string): Promise<string | undefined> {
    const refused = await followLink(link)
    if (refused) return refused
    // Who owns the mailbox need not own the account: its second factor comes first.
    if (!(await isOwing())) return choosePassword(password)
    setChosen(password)
  }

  if (chosen !== undefined)
    return (
      <LoginFrame
        title="One more step"
        text="Enter the code from your authenticator app, or a recovery code."
      >
        <Suspense fallback={<Roller size="lg" />}>
          <CodeForm
            onProven={async () => {
              const refused = await choosePassword(chosen)
              if (!refused) return
              toast.error("Error", refused)
              setChosen(undefined)
            }}
            onBack={() => setChosen(undefined)}
          />
        </Suspense>
      </LoginFrame>
    )
  return (
    <LoginFrame
      title={isInvitation ? "Welcome" : "New password"}
      text="Choose a password for the back-office."
    >
      <NewPasswordForm action="Save password" onSubmit={submit} size="lg" />
      <a href="/admin/login" className="text-link justify-self-start py-1.5">
        Back to sign in
      </a>
    </LoginFrame>
  )
}

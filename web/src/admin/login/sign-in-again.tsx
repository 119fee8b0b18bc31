import { useQueryClient } from "@tanstack/react-query"
import { Dialog as Radix } from "radix-ui"
import { lazy, Suspense, useState } from "react"
import { auth } from "@/lib/auth"
import { Confirm } from "@/ui/confirm"
import { Roller } from "@/ui/roller"
import { useUser, walkAway } from "../session/session"
import { CredentialsForm } from "./credentials-form"
import { welcome } from "./sign-in"

export const loadCodeForm = () => import("./code-form")
const CodeForm = lazy(loadCodeForm)

/** The session ended while something was being typed: sign in right here, and nothing is lost. */
export default function SignInAgain({ owes }: { owes: boolean }) {
  const { email } = useUser()
  const [isLeaving, setLeaving] = useState(false)
  const client = useQueryClient()
  const refresh = () => void client.invalidateQueries()
  return (
    <Radix.Root open>
      <Radix.Portal>
        <Radix.Overlay className="scrim z-70!">
          <Radix.Content
            className="sheet max-w-110"
            onOpenAutoFocus={focusPassword}
            onEscapeKeyDown={(event) => event.preventDefault()}
            onPointerDownOutside={(event) => event.preventDefault()}
          >
            <div className="grid gap-4.5 p-6">
              <div>
                <Radix.Title className="display text-subtitle">Your session has ended</Radix.Title>
                <Radix.Description className="mt-2 text-ink-2">
                  {owes
                    ? "Enter the code from your authenticator app to go on. What you typed is still here."
                    : "Sign in again to go on. What you typed is still here."}
                </Radix.Description>
              </div>
              {owes ? (
                <Suspense fallback={<Roller />}>
                  <CodeForm
                    onProven={() => welcome().finally(refresh)}
                    onBack={() => void auth.signOut({ scope: "local" })}
                  />
                </Suspense>
              ) : (
                <CredentialsForm email={email} onDone={refresh} />
              )}
              <button
                type="button"
                className="text-link cursor-pointer justify-self-start py-1.5"
                onClick={() => setLeaving(true)}
              >
                Sign Out
              </button>
            </div>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
      {isLeaving && (
        <Confirm
          title="Sign out without saving?"
          text={`What you typed is not saved. It stays in this browser for a week and comes back when ${email} signs in here.`}
          action="Sign Out"
          cancel="Stay here"
          danger
          above
          onConfirm={() => void walkAway()}
          onCancel={() => setLeaving(false)}
        />
      )}
    </Radix.Root>
  )
}

// The address before it is known already.
function focusPassword(event: Event) {
  const field = (event.target as Element).querySelector<HTMLElement>("[name=password]")
  if (!field) return
  event.preventDefault()
  field.focus()
}

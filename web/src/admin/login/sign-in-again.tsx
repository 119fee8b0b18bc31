import { useQueryClient } from "@tanstack/react-query"
import { Dialog as Radix } from "radix-ui"
import { useUser } from "../session/session"
import { CredentialsForm } from "./credentials-form"

/** The session ended while something was being typed: sign in right here, and nothing is lost. */
export default function SignInAgain() {
  const { email } = useUser()
  const client = useQueryClient()
  return (
    <Radix.Root open>
      <Radix.Portal>
        <Radix.Overlay className="scrim z-70!">
          <Radix.Content
            className="sheet max-w-110"
            onEscapeKeyDown={(event) => event.preventDefault()}
            onPointerDownOutside={(event) => event.preventDefault()}
          >
            <div className="grid gap-4.5 p-6">
              <div>
                <Radix.Title className="display text-subtitle">Your session has ended</Radix.Title>
                <Radix.Description className="mt-2 text-ink-2">
                  Sign in again to go on. What you typed is still here.
                </Radix.Description>
              </div>
              <CredentialsForm email={email} onDone={() => void client.invalidateQueries()} />
            </div>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

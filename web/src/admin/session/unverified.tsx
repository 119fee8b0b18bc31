import { ErrorState } from "@/ui/error-state"
import { admit } from "./session"

/** The session is there, but the profile could not be read: neither in nor out. */
export function Unverified({ id, email }: { id: string; email: string }) {
  return (
    <main className="mx-auto max-w-xl px-5 py-24">
      <ErrorState
        title="Could not verify your access"
        text="The server did not answer. Your session is kept."
        onRetry={() => void admit(id, email)}
      />
    </main>
  )
}

import { Lock } from "lucide-react"
import { Link } from "wouter"
import { buttonStyle } from "@/ui/button"

/** What someone sees who is not an administrator. */
export function NoPermission() {
  return (
    <div role="alert" className="card flex flex-col items-center px-6 py-8 text-center">
      <Lock className="size-7 text-ink-3" aria-hidden="true" />
      <h2 className="display mt-3 text-[18px]">No permission</h2>
      <p className="mt-1 max-w-[46ch] text-balance text-ink-2">
        Only an administrator can see and change users.
      </p>
      <Link href="/admin" className={`${buttonStyle()} mt-5`}>
        Back to the dashboard
      </Link>
    </div>
  )
}

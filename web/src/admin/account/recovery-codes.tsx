import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Button } from "@/ui/button"
import { Notice } from "@/ui/notice"
import { Bar, Loading } from "@/ui/skeleton"
import type { App } from "../session/second-factor"
import { codes } from "./api"
import { RenewDialog } from "./renew-dialog"

const FEW = 2

/** How many recovery codes are left, and the way to new ones. */
export function RecoveryCodes({ apps }: { apps: App[] }) {
  const { data, isPending, refetch } = useQuery(codes)
  const [isRenewing, setRenewing] = useState(false)
  return (
    <section aria-label="Recovery codes" className="mb-4.5 border-b border-line pb-4.5">
      <h3 className="mb-1 font-medium">Recovery codes</h3>
      {isPending && (
        <Loading label="Loading your recovery codes">
          <Bar className="h-10" />
        </Loading>
      )}
      {!isPending && !data && (
        <p role="alert" className="text-danger">
          Your recovery codes could not be loaded.{" "}
          <button type="button" className="text-link cursor-pointer" onClick={() => void refetch()}>
            Try Again
          </button>
        </p>
      )}
      {data && (
        <>
          <p className="mb-3 text-ink-2">
            Each takes the place of the app's code, once: for the day your phone is lost.{" "}
            {data.left > FEW && `${data.left} of ${data.total} are left.`}
          </p>
          {data.left <= FEW && <Notice text={scarce(data.left)} />}
          <Button onClick={() => setRenewing(true)}>
            {data.left > 0 ? "Make new codes" : "Make recovery codes"}
          </Button>
        </>
      )}
      {isRenewing && (
        <RenewDialog apps={apps} left={data?.left ?? 0} onClose={() => setRenewing(false)} />
      )}
    </section>
  )
}

function scarce(left: number): string {
  if (left === 0) return "You have no recovery codes. Without the app you could not get in."
  return `Only ${left} ${left === 1 ? "code is" : "codes are"} left. Make new ones before they run out.`
}

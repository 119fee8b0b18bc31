import { useQuery } from "@tanstack/react-query"
import { Plus, ShieldCheck } from "lucide-react"
import { useState } from "react"
import { Badge } from "@/ui/badge"
import { Button } from "@/ui/button"
import { Card, CardHead } from "@/ui/card"
import { Confirm } from "@/ui/confirm"
import { RemoveButton } from "@/ui/remove-button"
import { Bar, Loading } from "@/ui/skeleton"
import { When } from "@/ui/when"
import type { App } from "../session/second-factor"
import { factors, useRemoveApp } from "./api"
import { EnrolDialog } from "./enrol-dialog"
import { RecoveryCodes } from "./recovery-codes"

export function AppsCard() {
  const { data, isPending, refetch } = useQuery(factors)
  const [isAdding, setAdding] = useState(false)
  return (
    <Card aria-label="Second factor">
      <CardHead title="Second factor">
        {data && (data.length > 0 ? <Badge look="on">On</Badge> : <Badge>Off</Badge>)}
      </CardHead>
      <div className="p-5">
        <p className="mb-4.5 text-ink-2">
          After your password you are asked for a code from an app on your phone. Whoever learns
          your password still cannot get in.
        </p>
        {isPending && (
          <Loading label="Loading your apps">
            <Bar className="h-10" />
          </Loading>
        )}
        {data && <AppList apps={data} />}
        {data && data.length > 0 && <RecoveryCodes apps={data} />}
        {!isPending && !data ? (
          <p role="alert" className="text-danger">
            Your apps could not be loaded.{" "}
            <button
              type="button"
              className="text-link cursor-pointer"
              onClick={() => void refetch()}
            >
              Try Again
            </button>
          </p>
        ) : (
          <Button disabled={isPending} data-add onClick={() => setAdding(true)}>
            <Plus aria-hidden="true" /> Add authenticator app
          </Button>
        )}
      </div>
      {isAdding && data && (
        <EnrolDialog taken={data.map(({ name }) => name)} onClose={() => setAdding(false)} />
      )}
    </Card>
  )
}

function AppList({ apps }: { apps: App[] }) {
  const [doomed, setDoomed] = useState<App>()
  const remove = useRemoveApp()
  if (apps.length === 0) return null
  return (
    <>
      <ul
        aria-label="Authenticator apps"
        data-rows
        className="mb-4.5 divide-y divide-line border-y border-line"
      >
        {apps.map((app) => (
          <li key={app.id} className="flex items-center gap-3 py-2.5">
            <ShieldCheck className="size-4.5 shrink-0 text-edge" aria-hidden="true" />
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium" title={app.name}>
                {app.name}
              </p>
              <p className="text-label text-ink-3">
                Added <When at={app.created_at} />
              </p>
            </div>
            <RemoveButton label={`Remove ${app.name}`} onClick={() => setDoomed(app)} />
          </li>
        ))}
      </ul>
      {doomed && (
        <Confirm
          title="Remove this authenticator app?"
          text={
            apps.length > 1
              ? "Its codes no longer work. Your other devices are asked for a code again."
              : "It is your last one: from then on your password alone is enough to get in."
          }
          action="Remove"
          pendingAction="Removing..."
          danger
          pending={remove.isPending}
          onCancel={() => setDoomed(undefined)}
          onConfirm={() => remove.mutate(doomed.id, { onSettled: () => setDoomed(undefined) })}
        />
      )}
    </>
  )
}

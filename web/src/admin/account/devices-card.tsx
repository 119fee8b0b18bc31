import { useQuery } from "@tanstack/react-query"
import { LogOut, Monitor, Smartphone } from "lucide-react"
import { useState } from "react"
import { feedMoment } from "@/lib/format"
import { unsaved } from "@/lib/unsaved"
import { Badge } from "@/ui/badge"
import { Button } from "@/ui/button"
import { Card, CardHead } from "@/ui/card"
import { Confirm } from "@/ui/confirm"
import { NotLoaded } from "@/ui/error-state"
import { Bar, Loading } from "@/ui/skeleton"
import { signOutEverywhere } from "../session/session"
import { type Device, devices, useEndSession } from "./api"
import { deviceName, isPhone } from "./device"

export function DevicesCard() {
  const query = useQuery(devices)
  const { data, isPending } = query
  const [isAsking, setAsking] = useState(false)
  // Where a code was entered here, a device without one has got no further than the password.
  const isProven = data?.some(({ current, aal }) => current && aal === "aal2") ?? false
  if (!isPending && !data)
    return <NotLoaded query={query} text="The list of your sessions could not be loaded." />
  return (
    <Card aria-label="Sessions">
      <CardHead title="Sessions">
        <Button size="sm" onClick={() => setAsking(true)}>
          <LogOut aria-hidden="true" /> Sign out everywhere
        </Button>
      </CardHead>
      {data ? (
        <ul aria-label="Where you are signed in" className="divide-y divide-line">
          {data.map((device) => (
            <DeviceRow key={device.id} device={device} isProven={isProven} />
          ))}
        </ul>
      ) : (
        <Loading label="Loading your sessions">
          <div className="p-5">
            <Bar className="h-10" />
          </div>
        </Loading>
      )}
      {isAsking && <Everywhere onClose={() => setAsking(false)} />}
    </Card>
  )
}

function DeviceRow({ device, isProven }: { device: Device; isProven: boolean }) {
  const end = useEndSession()
  const { id, current, user_agent, address, refreshed_at, aal } = device
  const name = deviceName(user_agent)
  const used = `Last used ${feedMoment(refreshed_at)}`
  const Icon = isPhone(user_agent) ? Smartphone : Monitor
  return (
    <li className="flex items-center gap-4 px-5 py-3.5">
      <Icon className="size-5 shrink-0 text-ink-3" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium" title={user_agent}>
          {name} {current && <Badge look="on">This device</Badge>}
          {isProven && aal === "aal1" && <Badge look="warn">Code not entered</Badge>}
        </p>
        <p className="text-label text-ink-3 wrap-anywhere">
          {current ? "In use now" : used}
          {address && `, ${address}`}
        </p>
      </div>
      {!current && (
        <Button
          size="sm"
          aria-label={`Sign out ${name}. ${used}`}
          pending={end.isPending}
          onClick={() => end.mutate(id)}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}

function Everywhere({ onClose }: { onClose: () => void }) {
  const [pending, setPending] = useState(false)
  const [isDirty] = useState(unsaved.any)
  return (
    <Confirm
      title="Sign out everywhere?"
      text={`Every device is signed out, this one included.${isDirty ? " What you typed here and did not save is lost." : ""}`}
      action="Sign out everywhere"
      pendingAction="Signing out..."
      danger
      pending={pending}
      onCancel={onClose}
      onConfirm={async () => {
        setPending(true)
        await signOutEverywhere()
        onClose()
      }}
    />
  )
}

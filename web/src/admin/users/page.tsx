import { useQuery } from "@tanstack/react-query"
import { UserPlus } from "lucide-react"
import { lazy, Suspense, useState } from "react"
import { counted } from "@/lib/format"
import { useOpener } from "@/lib/location"
import { Button } from "@/ui/button"
import { PageHead } from "@/ui/page-head"
import { useUser } from "../session/session"
import { type Handover, users } from "./api"
import { HandoverDialog } from "./handover-dialog"
import { NoPermission } from "./no-permission"
import { UserList } from "./user-list"

const InviteDialog = lazy(() => import("./invite-dialog"))

export default function UsersPage() {
  return useUser().role === "admin" ? <Users /> : <Closed />
}

function Closed() {
  return (
    <>
      <PageHead title="Users" />
      <NoPermission />
    </>
  )
}

function Users() {
  const [isInviting, setInviting] = useState(false)
  const [handover, setHandover] = useState<Handover>()
  const { data } = useQuery(users)
  useOpener(() => setInviting(true))
  return (
    <>
      <PageHead
        title="Users"
        text={data && `${counted(data.length, "account")} for this back-office.`}
      >
        <Button look="primary" onClick={() => setInviting(true)}>
          <UserPlus aria-hidden="true" /> Invite user
        </Button>
      </PageHead>
      <UserList onHandover={setHandover} />
      {isInviting && (
        <Suspense>
          <InviteDialog onClose={() => setInviting(false)} onHandover={setHandover} />
        </Suspense>
      )}
      {handover && !isInviting && (
        <HandoverDialog of={handover} onClose={() => setHandover(undefined)} />
      )}
    </>
  )
}

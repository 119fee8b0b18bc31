import { useQuery } from "@tanstack/react-query"
import { KeyRound } from "lucide-react"
import { Notice } from "@/ui/notice"
import { PageHead } from "@/ui/page-head"
import { Loaded } from "../document/loaded"
import { useUser } from "../session/session"
import { setup } from "./api"
import { GivenServer } from "./given-server"
import { MailForm } from "./mail-form"
import { Trust } from "./trust"

export default function MailPage() {
  const { role } = useUser()
  return (
    <>
      <PageHead title="Mail" text="How mail leaves the house, and whether others trust it." />
      {role === "admin" ? (
        <ForAdmins />
      ) : (
        <Notice calm icon={KeyRound} text="Only admins see and change how mail is sent." />
      )}
    </>
  )
}

function ForAdmins() {
  const query = useQuery(setup)
  return (
    <Loaded query={query} failed={{ text: "The mail settings could not be loaded." }}>
      {(now) => (
        <div className="grid max-w-180 gap-5">
          {now.environment.server ? <GivenServer now={now} /> : <MailForm now={now} />}
          {now.mailed && <Trust />}
        </div>
      )}
    </Loaded>
  )
}

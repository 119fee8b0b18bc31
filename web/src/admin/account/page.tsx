import { PageHead } from "@/ui/page-head"
import { useUser } from "../session/session"
import { AppsCard } from "./apps-card"
import { DevicesCard } from "./devices-card"
import { KeysCard } from "./keys-card"
import { NameCard } from "./name-card"
import { PasswordCard } from "./password-card"

export default function AccountPage() {
  const { email, role } = useUser()
  return (
    <>
      <PageHead title="Your account" text={`${email}, ${role}`} />
      <div className="grid gap-5 lg:grid-cols-2">
        <div className="lg:col-span-2">
          <NameCard />
        </div>
        <PasswordCard />
        <AppsCard />
        <div className="lg:col-span-2">
          <DevicesCard />
        </div>
        <div className="lg:col-span-2">
          <KeysCard />
        </div>
      </div>
    </>
  )
}

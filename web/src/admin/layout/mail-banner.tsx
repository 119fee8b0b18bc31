import { useQuery } from "@tanstack/react-query"
import { MailWarning } from "lucide-react"
import { Link } from "wouter"
import { mailMode } from "@/lib/mail-mode"
import { useUser } from "../session/session"

/** Says on every screen when mail does not reach the people it is for. */
export function MailBanner() {
  const { role } = useUser()
  const { data } = useQuery(mailMode)
  if (data?.mailed === false)
    return (
      <Banner>
        <strong className="font-semibold">Mail reaches nobody.</strong> Messages, sign-ups and
        applications are kept here, but no mail goes out.{" "}
        {role === "admin" ? (
          <Link href="/admin/settings/mail" className="text-link">
            Set up mail
          </Link>
        ) : (
          "Ask an admin to set it up."
        )}
      </Banner>
    )
  if (data?.test_email)
    return (
      <Banner>
        <strong className="font-semibold">Mail is in test mode.</strong> Every mail goes to{" "}
        <span className="wrap-anywhere">{data.test_email}</span>.
      </Banner>
    )
  return null
}

function Banner({ children }: { children: React.ReactNode }) {
  return (
    <div role="note" aria-label="Mail" className="banner">
      <MailWarning aria-hidden="true" />
      <p>{children}</p>
    </div>
  )
}

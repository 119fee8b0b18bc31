import { useQuery } from "@tanstack/react-query"
import { mailMode } from "@/lib/mail-mode"
import { Why } from "../spam/why"
import type { Message } from "./api"

/** Why a message is held back, and what happens when somebody says that it is no spam. */
export function WhyHeld({ message }: { message: Message }) {
  const { data: mode } = useQuery(mailMode)
  return (
    <Why of={message}>
      Not spam moves it to Inbox{mode?.mailed === false ? "." : " and mails it to you now."}
    </Why>
  )
}

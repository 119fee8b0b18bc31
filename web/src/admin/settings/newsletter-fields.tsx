import { useQuery } from "@tanstack/react-query"
import { type UseFormReturn, useWatch } from "react-hook-form"
import type { SiteValues } from "@/lib/documents.gen"
import { mailMode } from "@/lib/mail-mode"
import { Card, CardHead } from "@/ui/card"
import { SwitchField } from "../document/fields"

type Values = Pick<SiteValues, "double_opt_in" | "letters_public">
type Form = UseFormReturn<Values>

export function NewsletterFields({ form }: { form: Form }) {
  return (
    <Card aria-label="Signing up" className="mb-5">
      <CardHead title="Signing up" />
      <div className="divide-y divide-line px-5 *:py-5">
        <SwitchField form={form} name="double_opt_in" label="Ask people to confirm their address">
          After signing up they get a mail with a link. Only who presses the button there gets
          letters. The link works for 7 days.
          <WithoutMail form={form} />
        </SwitchField>
        <SwitchField form={form} name="letters_public" label="Show sent letters on the site">
          They are listed at <span className="wrap-anywhere">{location.host}/letters</span>, and
          each has an address, such as{" "}
          <span className="wrap-anywhere">{location.host}/letters/a-return-is-a-conversation</span>.
          Nobody’s name or address is on it.
        </SwitchField>
      </div>
    </Card>
  )
}

/** What asking comes to where no mail goes out. */
function WithoutMail({ form }: { form: Form }) {
  const { data } = useQuery(mailMode)
  const isOn = useWatch({ control: form.control, name: "double_opt_in" })
  if (!isOn || !data || (data.mailed && !data.test_email)) return null
  return (
    <span className="mt-1.5 block text-warn">
      {data.mailed
        ? `Mail is in test mode: every link goes to ${data.test_email}, and nobody who signs up can confirm.`
        : "Mail reaches nobody: who signs up stays pending, and gets the link once a mail server is set up."}
    </span>
  )
}

import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useId } from "react"
import { Controller, type UseFormReturn, useWatch } from "react-hook-form"
import type { SiteValues } from "@/lib/documents.gen"
import { mailMode } from "@/lib/mail-mode"
import { Card, CardHead } from "@/ui/card"
import { Switch } from "@/ui/switch"
import { Changed } from "../document/changed"
import { labelled } from "../document/labels"

type Values = Pick<SiteValues, "double_opt_in" | "letters_public">
type Form = UseFormReturn<Values>

export function NewsletterFields({ form }: { form: Form }) {
  return (
    <Card aria-label="Signing up" className="mb-5">
      <CardHead title="Signing up" />
      <div className="divide-y divide-line px-5 *:py-5">
        <Choice form={form} name="double_opt_in" label="Ask people to confirm their address">
          After signing up they get a mail with a link. Only who presses the button there gets
          letters. The link works for 7 days.
          <WithoutMail form={form} />
        </Choice>
        <Choice form={form} name="letters_public" label="Show sent letters on the site">
          Each sent letter gets an address, such as{" "}
          <span className="wrap-anywhere">{location.host}/letters/a-return-is-a-conversation</span>.
          Nobody’s name or address is on it.
        </Choice>
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
        : "Mail reaches nobody: who signs up stays pending until a mail server is set up."}
    </span>
  )
}

type ChoiceProps = { form: Form; name: keyof Values; label: string; children: ReactNode }

function Choice({ form, name, label, children }: ChoiceProps) {
  const id = useId()
  labelled(form, name, label)
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => (
        <div className="flex items-start gap-3.5" data-path={name} data-name={label}>
          <Switch aria-labelledby={id} checked={field.value} onCheckedChange={field.onChange} />
          <div className="min-w-0 flex-1">
            <div className="flex items-baseline justify-between gap-3">
              <h3 id={id} className="font-medium">
                {label}
              </h3>
              <Changed form={form} name={name} label={label} />
            </div>
            <p className="mt-0.5 text-label text-ink-2">{children}</p>
          </div>
        </div>
      )}
    />
  )
}

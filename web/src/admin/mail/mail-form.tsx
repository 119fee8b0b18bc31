import { zodResolver } from "@hookform/resolvers/zod"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { KeyRound } from "lucide-react"
import { Controller, useForm } from "react-hook-form"
import { sentence } from "@/lib/fault"
import { shortMoment } from "@/lib/format"
import { mailMode } from "@/lib/mail-mode"
import { call } from "@/lib/supabase"
import { toast } from "@/lib/toast"
import { useUnsaved } from "@/lib/unsaved"
import { Button } from "@/ui/button"
import { Card, CardHead } from "@/ui/card"
import { Field } from "@/ui/field"
import { Notice } from "@/ui/notice"
import { PasswordInput } from "@/ui/password-input"
import { Switch } from "@/ui/switch"
import { TextField } from "../document/fields"
import { isCancelled, useAskPassword } from "../session/ask-password"
import { rules, type Setup, setup, type Values, valuesOf } from "./api"
import { Test } from "./test"

/** The mail server, where the environment names none. Nothing typed here is kept unsaved: it may be a password. */
export function MailForm({ now }: { now: Setup }) {
  const client = useQueryClient()
  const { confirmed, dialog } = useAskPassword()
  const form = useForm<Values>({ resolver: zodResolver(rules), values: valuesOf(now) })
  const { isDirty, dirtyFields, errors } = form.formState
  useUnsaved(isDirty)
  const save = useMutation({
    mutationFn: ({ password, ...values }: Values) =>
      confirmed(() =>
        call("save_mail_settings", {
          ...values,
          password: dirtyFields.password || values.host === "" ? password : undefined,
        }),
      ),
    onSuccess: (saved) => {
      client.setQueryData(setup.queryKey, saved)
      void client.invalidateQueries({ queryKey: ["mail_settings", "domain"] })
      void client.invalidateQueries({ queryKey: mailMode.queryKey })
      toast.success("Success", "Mail settings saved.")
    },
    onError: (error) => {
      if (isCancelled(error)) return
      toast.error("Error", sentence(error, "The mail settings could not be saved."))
    },
  })
  const hint = now.has_password ? "Kept sealed. It is never shown again." : undefined
  return (
    <>
      <form noValidate onSubmit={form.handleSubmit((values) => save.mutate(values))}>
        <Card aria-label="Mail server">
          <CardHead title="Mail server" />
          <div className="grid gap-4.5 p-5">
            <p className="text-ink-2">
              Any server that takes mail for you. Your mail provider tells you these.
            </p>
            <div className="grid gap-4.5 sm:grid-cols-[1fr_7rem]">
              <TextField
                form={form}
                name="host"
                label="Server"
                placeholder="smtp.example.com"
                autoComplete="off"
              />
              <TextField form={form} name="port" label="Port" type="number" min={1} />
            </div>
            <div className="grid gap-4.5 sm:grid-cols-2">
              <TextField form={form} name="username" label="User" autoComplete="off" />
              <Field label="Password" hint={hint} error={errors.password?.message}>
                {(control) => (
                  <PasswordInput
                    {...control}
                    {...form.register("password")}
                    size="md"
                    autoComplete="new-password"
                    placeholder={now.has_password ? "••••••••••" : undefined}
                  />
                )}
              </Field>
              <TextField
                form={form}
                name="mail_from"
                label="From"
                disabled={now.environment.mail_from}
                placeholder="letters@example.com"
                hint={
                  now.environment.mail_from
                    ? "Set by VITRINE_MAIL_FROM."
                    : "Visitors see this address."
                }
              />
              <TextField
                form={form}
                name="mail_to"
                label="To"
                type="email"
                disabled={now.environment.mail_to}
                hint={
                  now.environment.mail_to
                    ? "Set by VITRINE_MAIL_TO."
                    : "Messages are mailed here. Empty: to the contact email of the site."
                }
              />
              <TextField
                form={form}
                name="dkim_selector"
                label="DKIM selector"
                placeholder="From your mail provider"
                hint="The name of the key that signs your mail. Empty if you have none yet."
              />
              <Controller
                control={form.control}
                name="sign"
                render={({ field }) => (
                  <div className="flex items-start gap-3 sm:pt-7">
                    <Switch
                      checked={field.value}
                      onCheckedChange={field.onChange}
                      aria-labelledby="sign-here"
                    />
                    <div>
                      <span id="sign-here" className="font-medium">
                        Sign mails here
                      </span>
                      <p className="mt-0.5 text-label text-ink-3">
                        With a key of this site, if your provider does not sign. The line to publish
                        stands below once it is saved.
                      </p>
                    </div>
                  </div>
                )}
              />
            </div>
            <div className="border-t border-line pt-4.5">
              <Test now={now} isUnsaved={isDirty}>
                <Button
                  type="submit"
                  look="primary"
                  disabled={!isDirty}
                  pending={save.isPending}
                  pendingLabel="Saving..."
                >
                  Save Changes
                </Button>
              </Test>
              {now.updated_at && (
                <p className="mt-3 text-label text-ink-3 wrap-anywhere">
                  Saved {shortMoment(now.updated_at)} by {now.updated_by}
                </p>
              )}
            </div>
          </div>
        </Card>
      </form>
      <Notice
        calm
        icon={KeyRound}
        text="Changing this asks for your password once more, and only admins can."
      />
      {dialog}
    </>
  )
}

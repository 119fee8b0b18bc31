import { queryOptions } from "@tanstack/react-query"
import { z } from "zod"
import { mailSettings } from "@/lib/schema.gen"
import { type Answer, call } from "@/lib/supabase"

export type Setup = Answer<"mail_setup">
export type Trial = Answer<"test_mail">
export type DomainRecord = Answer<"check_mail_domain">["records"][number]

export const setup = queryOptions({
  queryKey: ["mail_settings", "setup"],
  queryFn: () => call("mail_setup", {}),
})

export const domain = queryOptions({
  queryKey: ["mail_settings", "domain"],
  queryFn: async () => ({ ...(await call("check_mail_domain", {})), at: Date.now() }),
  staleTime: 300_000,
})

export const rules = mailSettings
  .pick({
    host: true,
    port: true,
    username: true,
    mail_from: true,
    mail_to: true,
    dkim_selector: true,
  })
  .required()
  .extend({ password: z.string(), sign: z.boolean() })
  .refine(({ sign, dkim_selector }) => !sign || dkim_selector, {
    path: ["dkim_selector"],
    message: "The key that signs is published under this name.",
  })

export type Values = z.infer<typeof rules>

/** What the form shows; the password is never sent here. */
export const valuesOf = (now: Setup): Values => ({
  host: now.host,
  port: now.port,
  username: now.username,
  mail_from: now.mail_from,
  mail_to: now.mail_to,
  dkim_selector: now.dkim_selector,
  sign: now.signs,
  password: "",
})

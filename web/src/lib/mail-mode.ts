import { queryOptions } from "@tanstack/react-query"
import { call } from "./supabase"

/** Whether mail leaves the house at all, and the address that gets all of it in test mode. */
export type MailMode = { mailed: boolean; test_email: string }

export const mailMode = queryOptions({
  queryKey: ["mail_mode"],
  queryFn: () => call<MailMode>("mail_mode", {}),
  // It changes with a restart of the server alone.
  staleTime: 300_000,
})

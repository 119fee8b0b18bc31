import { queryOptions } from "@tanstack/react-query"
import { call } from "./supabase"

/** Whether mail leaves the house at all, and the address that gets all of it in test mode. */
export const mailMode = queryOptions({
  queryKey: ["mail_mode"],
  queryFn: () => call("mail_mode", {}),
  // It changes with a restart of the server alone.
  staleTime: 300_000,
})

import { queryOptions } from "@tanstack/react-query"
import { LOW } from "./batch"
import { supabase } from "./supabase"

/** Whether mail leaves the house at all, and the address that gets all of it in test mode. */
export const mailMode = queryOptions({
  queryKey: ["mail_mode"],
  queryFn: async () =>
    (
      await supabase
        .rpc("mail_mode")
        .setHeader(...LOW)
        .throwOnError()
    ).data,
  // It changes when an admin saves the mail settings, or with a restart.
  staleTime: 300_000,
})

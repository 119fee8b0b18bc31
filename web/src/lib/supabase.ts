import { createClient } from "@supabase/supabase-js"
import { accessToken } from "./auth"
import type { Database } from "./schema.gen"
import { anonKey } from "./shell"
import { withinTime } from "./within-time"

export const supabase = createClient<Database>(location.origin, anonKey, {
  accessToken,
  global: { fetch: withinTime },
  // The queries try once more at once; three further tries would hide a failure for seven seconds.
  db: { retry: false },
  realtime: { heartbeatIntervalMs: 30_000, timeout: 10_000 },
})

type Procedure = keyof Database["public"]["Functions"]

/** Calls a procedure of internal/content, which saves several rows in one transaction, and returns what is stored. */
export async function call<Result>(name: Procedure, args: Record<string, unknown>) {
  const { data } = await supabase.rpc(name, args).throwOnError()
  return data as Result
}

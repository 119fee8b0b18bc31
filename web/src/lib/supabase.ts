import { createClient } from "@supabase/supabase-js"
import { accessToken } from "./auth"
import { batched } from "./batch"
import type { Database } from "./schema.gen"
import { anonKey } from "./shell"

export const supabase = createClient<Database>(location.origin, anonKey, {
  accessToken,
  global: { fetch: batched },
  // The queries try once more at once; three further tries would hide a failure for seven seconds.
  db: { retry: false },
  realtime: { heartbeatIntervalMs: 30_000, timeout: 10_000 },
})

type Functions = Database["public"]["Functions"]
export type Procedure = keyof Functions

/** What a procedure answers. */
export type Answer<Name extends Procedure> = Functions[Name]["Returns"]

/** Calls a procedure, which is one transaction on the server, and returns what it answers. */
export async function call<Name extends Procedure>(name: Name, args: Functions[Name]["Args"]) {
  const { data } = await supabase.rpc(name, args as never).throwOnError()
  return data as unknown as Answer<Name>
}

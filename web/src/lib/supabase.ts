import { createClient } from "@supabase/supabase-js"
import { accessToken } from "./auth"
import type { Database } from "./schema.gen"
import { anonKey } from "./shell"

export const supabase = createClient<Database>(location.origin, anonKey, {
  accessToken,
  realtime: { heartbeatIntervalMs: 30_000, timeout: 10_000 },
})

/** Calls a procedure of internal/content, which saves several rows in one transaction, and returns what is stored. */
export async function call<Result>(name: string, args: object): Promise<Result> {
  // The procedures are no tables, so the generated types do not name them.
  const rpc = supabase.rpc.bind(supabase) as unknown as Procedure
  const { data } = await rpc(name, args).throwOnError()
  return data as Result
}

type Procedure = (
  name: string,
  args: object,
) => { throwOnError: () => PromiseLike<{ data: unknown }> }

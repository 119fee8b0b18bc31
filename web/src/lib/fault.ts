/** What the server says about a request it did not do. */
type Fault = { code: string; message: string; hint: string | null }

export const CONFLICT =
  "This content was changed by someone else. Reload to see the latest version."

/** The server's own words; nothing when it could not be reached or broke down. */
export function faultOf(error: unknown): Fault | undefined {
  if (!error || typeof error !== "object") return undefined
  const { code, message, hint } = error as { code?: unknown; message?: unknown; hint?: unknown }
  if (typeof code !== "string" || code === "" || typeof message !== "string") return undefined
  // XX000 and PGRST0xx are the server's trouble, and say nothing to an editor.
  if (code.startsWith("XX") || code.startsWith("PGRST0")) return undefined
  return { code, message, hint: typeof hint === "string" && hint !== "" ? hint : null }
}

/** A broken rule in the spec's words, else the server's message, else the fallback. */
export function sentence(error: unknown, fallback: string): string {
  const fault = faultOf(error)
  return fault?.hint ?? (fault?.message || fallback)
}

/** A save that started from an older version. With a version in the filter, "no such row" means the same. */
export function isConflict(error: unknown): boolean {
  const code = faultOf(error)?.code
  return code === "40001" || code === "PGRST116"
}

export const isDenied = (error: unknown) => faultOf(error)?.code === "42501"

/** The session still owes the code of a second factor. */
export const isUnproven = (error: unknown) => faultOf(error)?.code === "insufficient_aal"

/** The session is over on the server, or not enough any more, whatever the browser still believes. */
export function isSignedOut(error: unknown): boolean {
  const code = faultOf(error)?.code
  return code === "PGRST301" || code === "PGRST303" || isUnproven(error)
}

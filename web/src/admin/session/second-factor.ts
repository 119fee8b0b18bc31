import { type AuthError, AuthRetryableFetchError, isAuthError } from "@supabase/auth-js"
import { auth } from "@/lib/auth"

export type App = { id: string; name: string; created_at: string }

export const UNEXPECTED = "An unexpected error occurred."
const TOO_LATE = "This took too long. Start again."

/** The authenticator apps of the account, by what the server knows now. */
export async function apps(): Promise<App[]> {
  const { data, error } = await auth.mfa.listFactors()
  if (error) throw error
  return data.totp.map(({ id, friendly_name, created_at }) => ({
    id,
    name: friendly_name || "Authenticator app",
    created_at,
  }))
}

export function checkCode(code: string): string | undefined {
  return code.length === 6 ? undefined : "Enter the 6 digits that your app shows."
}

/** Sends a code of the chosen app, or of the first; resolves to what is wrong, or to nothing once it was right. */
export async function prove(code: string, chosen?: string): Promise<string | undefined> {
  try {
    const factorId = chosen ?? (await apps())[0]?.id
    if (!factorId) return TOO_LATE
    const { error } = await auth.mfa.challengeAndVerify({ factorId, code })
    return error ? explain(error) : undefined
  } catch (error) {
    return isAuthError(error) ? explain(error) : UNEXPECTED
  }
}

/** What the server refused, in words for the person who typed. */
export function explain(error: AuthError): string {
  if (error instanceof AuthRetryableFetchError) return UNEXPECTED
  switch (error.code) {
    case "mfa_verification_failed":
      return "This code is wrong or was used before. Try the next one."
    case "mfa_factor_not_found":
    case "session_not_found":
    case undefined:
      return TOO_LATE
  }
  return error.message
}

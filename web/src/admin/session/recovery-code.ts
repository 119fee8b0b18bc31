import { AuthApiError, AuthRetryableFetchError, isAuthError } from "@supabase/auth-js"
import { accessToken, auth } from "@/lib/auth"
import { anonKey } from "@/lib/shell"
import { withinTime } from "@/lib/within-time"
import { explain, UNEXPECTED } from "./second-factor"

const LENGTH = 16

const bare = (code: string) => code.replace(/[\s-]/g, "")

export const checkRecoveryCode = (code: string) =>
  bare(code).length === LENGTH ? undefined : `Enter all ${LENGTH} letters and digits of the code.`

/** Takes a recovery code in the place of the app's; resolves to what is wrong, or to nothing once it was right. */
export async function redeem(code: string): Promise<string | undefined> {
  try {
    const { error } = await auth.setSession(await ask("POST", "/verify", { code }))
    return error ? explain(error) : undefined
  } catch (error) {
    if (!isAuthError(error)) return UNEXPECTED
    if (error.code === "mfa_verification_failed")
      return "This code is wrong or was used before. Try another one."
    return explain(error)
  }
}

/** How many of the codes have not been used. */
export const codesLeft = () => ask<{ left: number; total: number }>("GET")

/** Makes ten new codes, which end the old ones. A code of the app comes first. */
export const makeCodes = async () => (await ask<{ codes: string[] }>("POST")).codes

type Tokens = { access_token: string; refresh_token: string }

async function ask<Answer = Tokens>(method: string, path = "", body?: object): Promise<Answer> {
  const answer = await withinTime(`${location.origin}/auth/v1/recovery-codes${path}`, {
    method,
    headers: {
      apikey: anonKey,
      authorization: `Bearer ${await accessToken()}`,
      "content-type": "application/json",
    },
    body: body && JSON.stringify(body),
  })
  if (answer.status >= 500) throw new AuthRetryableFetchError(answer.statusText, answer.status)
  const said = await answer.json()
  if (!answer.ok) throw new AuthApiError(said.message, answer.status, said.code)
  return said
}

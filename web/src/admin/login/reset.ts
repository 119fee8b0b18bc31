import type { EmailOtpType } from "@supabase/auth-js"
import { auth } from "@/lib/auth"
import { navigate } from "@/lib/location"
import { toast } from "@/lib/toast"
import { explain, UNEXPECTED } from "../session/second-factor"
import { admit } from "../session/session"

// A link works once, so it is spent when the password is sent, not when the mail program looks at it.
let isSpent = false

/** Opens the session of a link; resolves to what is wrong with it. */
export async function followLink(link: URLSearchParams): Promise<string | undefined> {
  if (isSpent) return
  try {
    const type = (link.get("type") ?? "recovery") as EmailOtpType
    const { error } = await auth.verifyOtp({ token_hash: link.get("token_hash") ?? "", type })
    if (error && !error.status) return UNEXPECTED
    if (error) return "This link is no longer valid. Ask for a new one."
    isSpent = true
  } catch {
    return UNEXPECTED
  }
}

/** Gives the account its password and goes in; resolves to what the server has against it. */
export async function choosePassword(password: string): Promise<string | undefined> {
  try {
    const { data, error } = await auth.updateUser({ password })
    if (error) return explain(error)
    toast.success("Password saved", "You are signed in.")
    await admit(data.user.id, data.user.email ?? "")
    await navigate("/admin", { replace: true })
  } catch {
    return UNEXPECTED
  }
}

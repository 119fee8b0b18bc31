import { toast } from "@/lib/toast"
import { admit, client } from "../session/session"

const UNEXPECTED = "An unexpected error occurred."

// By its name: the class would bring all of its library along.
const isUnreached = (error: Error | null) => error?.name === "AuthRetryableFetchError"

/** Signs in and says how it went; true when the person is inside. */
export async function signIn(email: string, password: string): Promise<boolean> {
  try {
    const auth = await client()
    const { data, error } = await auth.signInWithPassword({ email, password })
    if (isUnreached(error)) throw error
    if (error) {
      toast.error("Error signing in", error.message)
      return false
    }
    return await enter(data.user.id, data.user.email ?? email)
  } catch {
    toast.error("Error", UNEXPECTED)
    return false
  }
}

/** Lets in whoever entered the right code. */
export async function welcome() {
  const { data } = await (await client()).getSession()
  const user = data.session?.user
  if (user) await enter(user.id, user.email ?? "")
}

async function enter(id: string, email: string): Promise<boolean> {
  const isIn = await admit(id, email)
  if (isIn) toast.success("Welcome back!")
  if (isIn === undefined) toast.error("Error", UNEXPECTED)
  return isIn ?? false
}

/** Sends the link for a new password. The answer never tells whether the address is known. */
export async function forgot(email: string): Promise<boolean> {
  try {
    const auth = await client()
    const { error } = await auth.resetPasswordForEmail(email, {
      redirectTo: `${location.origin}/admin/reset`,
    })
    if (isUnreached(error)) throw error
    if (error) toast.error("Error", error.message)
    return !error
  } catch {
    toast.error("Error", UNEXPECTED)
    return false
  }
}

import { AuthClient } from "@supabase/auth-js"
import { SESSION_KEY } from "./load-auth"
import { keepFresh } from "./refresh"
import { anonKey } from "./shell"
import { withinTime } from "./within-time"

/** The session of the back-office. The rest of the client is loaded after sign-in; this part is all that signing in needs. */
export const auth = new AuthClient({
  url: `${location.origin}/auth/v1`,
  headers: { apikey: anonKey, Authorization: `Bearer ${anonKey}` },
  storageKey: SESSION_KEY,
  persistSession: true,
  // Its own clock refreshes with two minutes left.
  autoRefreshToken: false,
  detectSessionInUrl: false,
  // Every request of the back-office waits for a refresh.
  fetch: withinTime,
})
keepFresh(auth)

let latest: string | undefined

/** The token requests carry. After the session ended it is the last one, which the server refuses: no request of the back-office runs as a visitor. */
export async function accessToken(): Promise<string> {
  const { data } = await auth.getSession()
  latest = data.session?.access_token ?? latest
  if (!latest) throw new Error("Not signed in")
  return latest
}

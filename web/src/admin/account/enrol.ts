import { auth } from "@/lib/auth"
import { explain, UNEXPECTED } from "../session/second-factor"

/** What an app needs to know, shown this once. */
export type Enrolment = { id: string; picture: string; secret: string }

const LONGEST = 100

/** A name that is free: "Authenticator app", then with a number. */
export function freeName(taken: string[]): string {
  const base = "Authenticator app"
  let name = base
  for (let n = 2; taken.includes(name); n++) name = `${base} ${n}`
  return name
}

/** What is wrong with the name of an app. */
export function checkName(name: string, taken: string[]): string | undefined {
  if (!name) return "Name is required"
  if ([...name].length > LONGEST || name.includes(":"))
    return `Use at most ${LONGEST} characters, without colons.`
  if (taken.includes(name)) return "You have an app of this name already."
}

/** Begins an enrolment; resolves to a sentence when the server refuses it. */
export async function enrol(friendlyName: string): Promise<Enrolment | string> {
  try {
    const { data, error } = await auth.mfa.enroll({ factorType: "totp", friendlyName })
    if (error) return explain(error)
    return { id: data.id, picture: data.totp.qr_code, secret: data.totp.secret }
  } catch {
    return UNEXPECTED
  }
}

import { createHmac } from "node:crypto"
import { PEOPLE, type Person, type Site } from "./site"

const STEP = 30_000
// How long a code may be on its way.
const TRAVEL = 20_000

/** An authenticator app. Its codes are never the same twice; the server takes those of the neighbouring steps too. */
export class Authenticator {
  #last = 0

  constructor(readonly secret: string) {}

  async code(): Promise<string> {
    for (;;) {
      const earliest = Math.floor((Date.now() + TRAVEL) / STEP) - 1
      const step = Math.max(this.#last + 1, earliest)
      if (step > Math.floor(Date.now() / STEP) + 1) {
        await new Promise((next) => setTimeout(next, STEP - (Date.now() % STEP)))
        continue
      }
      this.#last = step
      return codeAt(this.secret, step)
    }
  }
}

/** RFC 6238 with SHA-1 and six digits. */
function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac("sha1", fromBase32(secret)).update(counter).digest()
  const value = mac.readUInt32BE((mac[19] ?? 0) & 15) & 0x7fffffff
  return String(value % 1e6).padStart(6, "0")
}

function fromBase32(text: string): Buffer {
  const bits = [...text]
    .map((c) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(c).toString(2).padStart(5, "0"))
    .join("")
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** Someone's session outside the browser. */
export async function session(
  site: Site,
  { email, password }: { email: string; password: string },
) {
  const headers: Record<string, string> = {
    apikey: "sb_publishable_vitrine",
    "content-type": "application/json",
  }
  const post = async (path: string, body: object) => {
    const answer = await fetch(site.url + path, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
    return text ? JSON.parse(text) : undefined
  }
  const { access_token } = await post("/auth/v1/token?grant_type=password", { email, password })
  headers.authorization = `Bearer ${access_token}`
  return post
}

/** Gives a person a second factor. */
export async function protect(site: Site, person: Person): Promise<Authenticator> {
  const post = await session(site, PEOPLE[person])
  const { id, totp } = await post("/auth/v1/factors", {
    factor_type: "totp",
    friendly_name: "Phone",
  })
  const app = new Authenticator(totp.secret)
  const challenge = await post(`/auth/v1/factors/${id}/challenge`, {})
  await post(`/auth/v1/factors/${id}/verify`, {
    challenge_id: challenge.id,
    code: await app.code(),
  })
  return app
}

export function unprotect(site: Site, person: Person) {
  site.run(["user", "reset-factors", "--email", PEOPLE[person].email])
}

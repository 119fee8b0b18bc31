import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { randomInt } from "node:crypto"
import { once } from "node:events"
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"

const BINARY = resolve(process.env.VITRINE_BIN ?? "../bin/vitrine")

export const PEOPLE = {
  admin: { email: "admin@example.com", password: "correct horse battery" },
  editor: { email: "editor@example.com", password: "correct horse counter" },
  viewer: { email: "viewer@example.com", password: "correct horse window" },
} as const

export type Person = keyof typeof PEOPLE

// A folder with people in it, to start from: adding them anew takes longer than all else.
const peopled = new Map<object, string>()

const newFolder = () => mkdtempSync(join(tmpdir(), "vitrine-e2e-"))

/** The real binary on a fresh data folder, with one person per role. */
export class Site {
  readonly data = newFolder()
  readonly #settings: NodeJS.ProcessEnv
  #process?: ChildProcess
  #port = 0

  private constructor(settings: NodeJS.ProcessEnv) {
    this.#settings = { ...process.env, VITRINE_DATABASE_URL: "", ...settings }
  }

  get url() {
    return `http://127.0.0.1:${this.#port}`
  }

  static async open(settings: NodeJS.ProcessEnv = {}, people: object = PEOPLE): Promise<Site> {
    const site = new Site(settings)
    site.#port = await freePort()
    site.#admit(people)
    await site.start()
    return site
  }

  /** Opens one on a copy of another's data. Its pages are not waited for. */
  static async copy(data: string, settings: NodeJS.ProcessEnv = {}): Promise<Site> {
    const site = new Site(settings)
    site.#port = await freePort()
    cpSync(data, site.data, { recursive: true })
    await site.start("/healthz", "ok")
    return site
  }

  #admit(people: object) {
    const isAllHere = !this.#settings.VITRINE_DATABASE_URL
    const known = peopled.get(people)
    if (isAllHere && known) return cpSync(known, this.data, { recursive: true })
    for (const [role, { email, password }] of Object.entries(people)) {
      this.run(["user", "add", "--email", email, "--role", role, "--password-stdin"], password)
    }
    if (!isAllHere) return
    const kept = newFolder()
    cpSync(this.data, kept, { recursive: true })
    peopled.set(people, kept)
    process.once("exit", () => rmSync(kept, { recursive: true, force: true }))
  }

  /** A machine that is very busy may show a page of the build first. */
  async start(page = "/", words = '"failed":[]') {
    const env = {
      ...this.#settings,
      VITRINE_ADDR: `127.0.0.1:${this.#port}`,
      VITRINE_DATA: this.data,
      VITRINE_PUBLIC_URL: this.url,
      VITRINE_LIMITS: this.#settings.VITRINE_LIMITS ?? "off",
      VITRINE_OPS_ADDR: "127.0.0.1:0",
    }
    const started = spawn(BINARY, ["serve"], { env, stdio: "ignore" })
    this.#process = started
    const shown = async () => (await fetch(this.url + page)).text()
    while (started.exitCode === null) {
      if ((await shown().catch(() => "")).includes(words)) return
      await new Promise((next) => setTimeout(next, 20))
    }
    throw new Error("the server did not start")
  }

  async stop() {
    const process = this.#process
    this.#process = undefined
    if (!process || process.exitCode !== null) return
    process.kill("SIGKILL")
    await once(process, "exit")
  }

  /** Runs a command of the binary on the same data. */
  run(args: string[], input = ""): string {
    const env = { ...this.#settings, VITRINE_LOG: "text,error" }
    return execFileSync(BINARY, [...args, "--data", this.data], { env, input, encoding: "utf8" })
  }

  /** The letters in the outbox. */
  letters(): string[] {
    const outbox = join(this.data, "outbox")
    // One may be renamed or removed just now.
    return readdirSync(outbox).flatMap((file) => {
      const letter = join(outbox, file)
      return file.endsWith(".eml") && existsSync(letter) ? readFileSync(letter, "utf8") : []
    })
  }

  /** Signs someone in, as the login screen does. */
  async session(
    person: Person,
  ): Promise<{ access_token: string; user: { id: string; email: string } }> {
    const answer = await fetch(`${this.url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: { apikey: "sb_publishable_vitrine", "content-type": "application/json" },
      body: JSON.stringify(PEOPLE[person]),
    })
    if (!answer.ok) throw new Error(`sign-in: ${answer.status} ${await answer.text()}`)
    return await answer.json()
  }

  /** Calls the table interface as a visitor, or as someone who signs in first. */
  async api(path: string, init: RequestInit & { as?: Person } = {}) {
    const headers: Record<string, string> = {
      apikey: "sb_publishable_vitrine",
      "content-type": "application/json",
      prefer: "return=minimal",
    }
    if (init.as) {
      const { access_token } = await this.session(init.as)
      headers.authorization = `Bearer ${access_token}`
      headers.prefer = "return=representation"
    }
    const response = await fetch(this.url + path, { ...init, headers })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
    return text ? JSON.parse(text) : undefined
  }

  async close() {
    await this.stop()
    rmSync(this.data, { recursive: true, force: true })
  }
}

/** A port for a server, now and after a restart: below those that connections are given, which come and go meanwhile. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 30_000)
    const server = createServer().listen(port, "127.0.0.1")
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, "close")
    return port
  }
}

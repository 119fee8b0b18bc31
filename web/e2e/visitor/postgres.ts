import { execFileSync } from "node:child_process"
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort } from "../admin/site"

const INSTALLED = "/usr/lib/postgresql"

/** A PostgreSQL of a test's own, which it may stop and start. */
export class Postgres {
  // The path of its socket must be short.
  readonly #dir = mkdtempSync(join(tmpdir(), "vitrine-postgres."))
  #port = 0

  static async open(): Promise<Postgres> {
    const server = new Postgres()
    server.#port = await freePort()
    if (process.getuid?.() === 0) execFileSync("chown", ["postgres", server.#dir])
    server.#run("initdb", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8")
    server.start()
    return server
  }

  get url() {
    return `postgres://postgres@127.0.0.1:${this.#port}/postgres?sslmode=disable`
  }

  start() {
    const options = `-p ${this.#port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${this.#dir}`
    this.#run("pg_ctl", "-w", "-l", join(this.#dir, "log"), "-o", options, "start")
  }

  /** Ends the server as a crash would. */
  stop() {
    this.#run("pg_ctl", "-w", "-m", "immediate", "stop")
  }

  query(sql: string) {
    this.#command("psql", this.url, "-c", sql)
  }

  close() {
    try {
      this.stop()
    } finally {
      rmSync(this.#dir, { recursive: true, force: true })
    }
  }

  #run(program: string, ...args: string[]) {
    this.#command(program, "-D", join(this.#dir, "data"), ...args)
  }

  #command(program: string, ...args: string[]) {
    const newest = readdirSync(INSTALLED).sort().at(-1) ?? ""
    const command = [join(INSTALLED, newest, "bin", program), ...args]
    // PostgreSQL refuses to run as root.
    if (process.getuid?.() === 0) command.unshift("runuser", "-u", "postgres", "--")
    execFileSync(command[0] as string, command.slice(1), { cwd: this.#dir, stdio: "ignore" })
  }
}

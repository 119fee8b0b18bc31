import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Readable, Writable } from "node:stream"

type Answer = { id?: number; method?: string; result?: object; error?: { message: string } }
// biome-ignore lint/suspicious/noExplicitAny: the protocol has no types here
type Result = any

/**
 * A browser that nobody steers but by its own protocol: Playwright forbids every browser to make pages
 * ready ahead of need.
 */
export class BareBrowser {
  private readonly folder = mkdtempSync(join(tmpdir(), "vitrine-browser-"))
  private readonly process: ChildProcess
  private readonly waiting = new Map<number, (answer: Answer) => void>()
  private readonly heard: Answer[] = []
  private count = 0
  private rest = ""

  constructor(executable: string) {
    const flags = [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--remote-debugging-pipe",
      "--window-size=1440,900",
    ]
    this.process = spawn(executable, [...flags, `--user-data-dir=${this.folder}`, "about:blank"], {
      stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
      detached: true, // as the head of a group, which ends together
    })
    const output = this.process.stdio[4] as Readable
    output.setEncoding("utf8").on("data", (chunk: string) => {
      const whole = (this.rest + chunk).split("\0")
      this.rest = whole.pop() ?? ""
      for (const text of whole) this.hear(JSON.parse(text))
    })
  }

  private hear(answer: Answer) {
    if (answer.id === undefined) this.heard.push(answer)
    else this.waiting.get(answer.id)?.(answer)
  }

  send(method: string, params: object = {}, sessionId?: string): Promise<Result> {
    const id = ++this.count
    const input = this.process.stdio[3] as Writable
    return new Promise((resolve, reject) => {
      this.waiting.set(id, ({ result, error }) =>
        error ? reject(new Error(`${method}: ${error.message}`)) : resolve(result),
      )
      input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    })
  }

  /** What the browser said of its own accord. */
  said = (method: string): Result[] =>
    this.heard.filter((one) => one.method === method).map((one) => (one as Result).params)

  /**
   * Attaches to the tab, and so to the page that it shows and to those that it makes ready. A browser
   * makes none ready for who is attached to the page alone.
   */
  async tab() {
    const { targetInfos } = await this.send("Target.getTargets", { filter: [{ type: "tab" }] })
    const { targetId } = targetInfos[0]
    const attach = { targetId, flatten: true }
    const { sessionId } = await this.send("Target.attachToTarget", attach)
    const follow = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true }
    await this.send("Target.setAutoAttach", follow, sessionId)
  }

  /** The sessions of pages, in the order in which they came. */
  pages = (): string[] =>
    this.said("Target.attachedToTarget")
      .filter(({ targetInfo }) => targetInfo.type === "page")
      .map(({ sessionId }) => sessionId)

  async close() {
    const ended = new Promise((next) => this.process.once("exit", next))
    // Processes that it started would go on writing into its folder.
    if (this.process.pid) process.kill(-this.process.pid, "SIGKILL")
    await ended
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

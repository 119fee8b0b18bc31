import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net"

/** A line to a site that stops and drops when a test says so. */
export class Line {
  /** How much a request may bring before the line stops. */
  stopAfter = Number.POSITIVE_INFINITY
  /** Whether the next answer is lost on its way. */
  losesAnswer = false
  readonly #server: Server
  readonly #open = new Set<Socket>()

  private constructor(to: URL) {
    this.#server = createServer((visitor) =>
      this.#join(visitor, connect(Number(to.port), to.hostname)),
    )
  }

  static async to(url: string): Promise<Line> {
    const line = new Line(new URL(url))
    line.#server.listen(0, "127.0.0.1")
    await once(line.#server, "listening")
    return line
  }

  get url() {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  #join(visitor: Socket, site: Socket) {
    let came = 0
    visitor.on("data", (bytes) => {
      came += bytes.length
      site.write(bytes)
      if (came > this.stopAfter) visitor.pause()
    })
    site.on("data", (bytes) => {
      if (!this.losesAnswer) return visitor.write(bytes)
      this.losesAnswer = false
      visitor.destroy()
    })
    for (const [one, other] of [
      [visitor, site],
      [site, visitor],
    ] as const) {
      this.#open.add(one)
      one.on("error", () => {})
      one.on("close", () => {
        this.#open.delete(one)
        other.destroy()
      })
    }
  }

  drop() {
    for (const socket of this.#open) socket.destroy()
  }

  close() {
    this.#server.close()
    this.drop()
  }
}

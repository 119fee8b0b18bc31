import { once } from "node:events"
import { createServer, type Socket } from "node:net"

/** What a mail server says to whoever a letter is for; "cut" ends the line after the text, and nothing takes it. */
export type Judge = (to: string) => string | undefined

/** A mail server that takes every letter and keeps it, unless it is told to refuse. */
export async function openPostbox(judge: Judge = () => undefined) {
  const box = { letters: [] as string[], judge }
  const server = createServer((line) => converse(line, box)).listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as { port: number }
  return Object.assign(box, { url: `smtp://127.0.0.1:${port}`, close: () => server.close() })
}

function converse(line: Socket, box: { letters: string[]; judge: Judge }) {
  let verdict: string | undefined
  let heard = ""
  let isLetter = false
  const say = (text: string) => line.write(`${text}\r\n`)
  line.on("error", () => {})
  line.setEncoding("utf8")
  say("220 postbox")
  line.on("data", (text: string) => {
    heard += text
    for (;;) {
      const mark = isLetter ? "\r\n.\r\n" : "\r\n"
      const at = heard.indexOf(mark)
      if (at < 0) return
      const said = heard.slice(0, at)
      heard = heard.slice(at + mark.length)
      if (isLetter && verdict === "cut") return line.destroy()
      if (isLetter) box.letters.push(said)
      isLetter = !isLetter && /^DATA$/i.test(said)
      if (/^QUIT/i.test(said)) return line.end("221 bye\r\n")
      const to = /^RCPT TO:<([^>]*)>/i.exec(said)?.[1]
      if (to) verdict = box.judge(to)
      if (to && verdict && verdict !== "cut") say(verdict)
      else say(isLetter ? "354 go on" : "250 ok")
    }
  })
}

/** The address of our own that a letter asks to open. */
export function linkIn(letter: string): string {
  const text = letter
    .replace(/=\r?\n/g, "")
    .replaceAll("=3D", "=")
    .replaceAll("&amp;", "&")
  return /http\S+\/admin\/reset\?[^\s">]+/.exec(text)?.[0] ?? ""
}

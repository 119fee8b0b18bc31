// @vitest-environment node
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { brotliCompressSync, brotliDecompressSync } from "node:zlib"
import { describe, expect, it } from "vitest"

const KB = 1024
const dist = "dist/public/assets/site"
const built = existsSync("dist/server/assets.json")
const size = (text: string | Buffer) => brotliCompressSync(text).length
/** A file as a browser has it: what gets smaller is stored compressed alone. */
const open = (file: string) =>
  existsSync(`${file}.br`) ? brotliDecompressSync(readFileSync(`${file}.br`)) : readFileSync(file)

it("is built (npm run build)", () => expect(built).toBe(true))

describe.runIf(built)("the public pages keep to their budget", () => {
  const files = built ? readdirSync(dist).map((f) => f.replace(/\.br$/, "")) : []
  const read = (ending: string) =>
    files.filter((f) => f.endsWith(ending)).map((f) => open(`${dist}/${f}`))
  const sum = (ending: string) => read(ending).reduce((n, file) => n + size(file), 0)
  const assets = built ? JSON.parse(readFileSync("dist/server/assets.json", "utf8")) : {}

  it("95 KB of JavaScript in all", () => expect(sum(".js")).toBeLessThan(95 * KB))

  it("15 KB of JavaScript before the first interaction", () => {
    const boot = open(`dist/public${assets.boot}`)
    expect(size(boot)).toBeLessThan(15 * KB)
    // Nothing may be imported at once; the rest waits behind import().
    expect(boot.toString()).not.toMatch(/\bimport\s*[{"*]/)
  })

  it("15 KB of CSS, 6 KB of it inline", () => {
    expect(sum(".css") + size(assets.critical)).toBeLessThan(15 * KB)
    expect(assets.critical.length).toBeLessThanOrEqual(6 * KB)
  })

  // Three files at once on a slow line get seven packets of TCP each in the first round trip, 10,220 bytes with the header fields.
  it("two fonts of one round trip ahead of a page, and 36 KB more where a text has other letters", () => {
    const ahead: number[] = assets.fonts.map((font: string) => open(`dist/public${font}`).length)
    expect(ahead).toHaveLength(2)
    for (const size of ahead) expect(size).toBeLessThan(9570)
    const all = read(".woff2").reduce((n, file) => n + file.length, 0)
    expect(all - ahead.reduce((n, size) => n + size)).toBeLessThan(36 * KB)
  })

  /** The code points of runs such as 20-7e. */
  const points = (runs: string[]) =>
    runs.flatMap((run) => {
      const [from = 0, to = from] = run.split("-").map((hex) => Number.parseInt(hex, 16))
      return Array.from({ length: to - from + 1 }, (_, i) => from + i)
    })
  const source = ["fonts.mjs", "fonts-basic.py"]
    .map((file) => readFileSync(`build/${file}`, "utf8"))
    .join()
  const cut = (name: string) =>
    points(source.match(new RegExp(`\\b${name} = [^"]*"([^"]*)"`))?.[1]?.split(" ") ?? [])

  it("no second font for the words that it ships", () => {
    const basic = cut("BASIC")
    expect(basic.length).toBeGreaterThan(90)
    for (const file of ["src/identity/words.json", "src/content/fallback.json"]) {
      let said = ""
      JSON.parse(readFileSync(file, "utf8"), (_, value) => {
        if (typeof value === "string") said += value.replace(/\{\w+\}|\n/g, "")
        return value
      })
      const other = [...new Set(said)].filter(
        (one) => !basic.includes(one.codePointAt(0) as number),
      )
      expect(other, file).toEqual([])
    }
  })

  it("the whole fonts for all other letters that they have", () => {
    const accents = points(["300-304", "306-30c", "327"])
    const rest = cut("LATIN").filter((point) => !cut("BASIC").includes(point))
    const css = readFileSync("src/styles/fonts-more.css", "utf8")
    const ranges = [...css.matchAll(/unicode-range:([^;]*)/g)]
    expect(ranges).toHaveLength(2)
    for (const [, range = ""] of ranges) {
      const named = points([...range.matchAll(/U\+([0-9A-F-]+)/g)].map(([, run]) => run as string))
      expect(named).toEqual([...rest, ...accents].sort((a, b) => a - b))
    }
  })

  // With a kilobyte of header fields that is what a server sends before it hears from the browser: ten packets of TCP.
  it("13.6 KB for a whole document", () => {
    const pages: Record<string, { head: string; body: string; data: object }> = JSON.parse(
      readFileSync("dist/server/fallback.json", "utf8"),
    )
    for (const { head, body, data } of Object.values(pages)) {
      expect(size(head + assets.critical + body + JSON.stringify(data))).toBeLessThan(13_600)
    }
  })

  it("no admin code, no supabase-js, no zod, no editor", () => {
    const code = Buffer.concat(read(".js")).toString()
    for (const sign of [
      "GoTrueClient",
      "ZodError",
      "ProseMirror",
      "vitrine-admin-auth",
      "radix-",
    ]) {
      expect(code).not.toContain(sign)
    }
  })

  it("200 KB of code that an engine loads for each page", () => {
    expect(readFileSync("dist/server/server.js").length).toBeLessThan(200 * KB)
  })

  it("publishes no source map", () => {
    expect(files.some((f) => f.endsWith(".map"))).toBe(false)
  })
})

describe.runIf(built)("the back-office keeps to its budget", () => {
  type Chunk = { file: string; imports?: string[]; css?: string[] }
  const chunks: Record<string, Chunk> = built
    ? JSON.parse(readFileSync("dist/server/admin.json", "utf8"))
    : {}

  const withImports = (name: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(name)) return seen
    seen.add(name)
    for (const next of chunks[name]?.imports ?? []) withImports(next, seen)
    return seen
  }

  it("13 KB of CSS on the sign-in screen", () => {
    const [css = ""] = chunks["src/entry-admin.tsx"]?.css ?? []
    expect(size(open(`dist/public/${css}`))).toBeLessThan(13 * KB)
  })

  it("80 KB of JavaScript on the sign-in screen", () => {
    const sizes = [...withImports("src/entry-admin.tsx")].map((name) =>
      size(open(`dist/public/${chunks[name]?.file}`)),
    )
    expect(sizes.length).toBeGreaterThan(0)
    expect(sizes.reduce((sum, one) => sum + one, 0)).toBeLessThan(80_000)
  })
})

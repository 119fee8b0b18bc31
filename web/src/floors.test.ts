import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import ts from "typescript"
import { expect, test } from "vitest"

// The rooms of the back-office that its screens share, each with what it may use of the others.
const SHARED: Record<string, string[]> = {
  session: [],
  rows: [],
  kinds: ["session"],
  preview: ["kinds"],
  document: ["session", "preview"],
  "activity-feed": ["session", "rows", "kinds", "document", "preview"],
  library: ["rows"],
  notes: ["session", "document"],
  spam: [],
  layout: ["session", "rows", "kinds", "document", "preview"],
}

// What touches the network or the session; the looks do without, however many imports away it is.
const DATA = ["lib/auth", "lib/query", "lib/supabase"]

// What of lib visitors may download. The rest is the back-office's.
const VISITORS = [
  "countries",
  "html",
  "mailto",
  "painted",
  "place",
  "reach",
  "rules",
  "salary",
  "schema.gen",
  "text",
]

type Imports = Map<string, string[]>

/** Names the room of a file; one that lies in src itself is an entry and may import everything. */
function roomOf(file: string): string {
  const [floor = "", room, ...rest] = file.split("/")
  if (!room) return ""
  return floor === "admin" && rest.length > 0 ? `admin/${room}` : floor
}

/** The rooms that a room may import besides itself. */
function below(room: string): string[] {
  const [floor, screen = ""] = room.split("/")
  switch (floor) {
    case "content":
    case "identity":
    case "lib":
    case "pencil":
      return []
    case "ui":
      return ["identity", "lib"]
    case "site":
      return ["identity", "lib", "ui", "content"]
    // It shows what visitors see to those who change it.
    case "preview":
      return ["identity", "lib", "ui", "content", "site"]
  }
  if (floor !== "admin") throw new Error(`nobody has said what ${room} may import`)
  const ground = ["identity", "lib", "ui", "content"]
  const shared = SHARED[screen] ?? Object.keys(SHARED)
  return [...ground, ...shared.map((one) => `admin/${one}`)]
}

function mayImport(from: string, to: string): boolean {
  const [room, used] = [roomOf(from), roomOf(to)]
  if (room === "" || room === used) return true
  // The router and its like introduce the screens to each other.
  if (room === "admin") return used !== "site" && used !== ""
  return below(room).includes(used)
}

/** All that comes with a file. */
function reach(imports: Imports, from: string, seen = new Set<string>()): Set<string> {
  for (const to of imports.get(from) ?? []) {
    if (seen.has(to)) continue
    seen.add(to)
    reach(imports, to, seen)
  }
  return seen
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file)

function offencesOf(imports: Imports, from: string): string[] {
  const direct = (imports.get(from) ?? []).filter((to) => !mayImport(from, to))
  // What a test brings along, nobody downloads.
  const far = isTest(from) ? [] : [...reach(imports, from)].filter((to) => isForeign(from, to))
  return [...new Set([...direct, ...far])].map((to) => `${from} must not import ${to}`)
}

function isForeign(from: string, to: string): boolean {
  const room = roomOf(from)
  if (room === "ui") return DATA.includes(to)
  return room === "site" && roomOf(to) === "lib" && !VISITORS.includes(to.slice("lib/".length))
}

const ROOT = dirname(fileURLToPath(import.meta.url))
const withoutEnding = (file: string) => file.replace(/\.tsx?$/, "")

/** The modules of ours that a source names; what lies outside src belongs to the tests. */
function importsIn(file: string, source: string): string[] {
  return ts.preProcessFile(source).importedFiles.flatMap(({ fileName }) => {
    const ours = fileName.startsWith("@/") ? fileName.slice(2) : join(dirname(file), fileName)
    const isOurs = /^(@\/|\.)/.test(fileName) && !ours.startsWith("..")
    return isOurs ? [withoutEnding(ours)] : []
  })
}

const sources = readdirSync(ROOT, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), "utf8") }))

const ours: Imports = new Map(
  sources.map(({ file, text }) => [
    isTest(file) ? file : withoutEnding(file),
    importsIn(file, text),
  ]),
)

test("imports point down, and neighbours do not know each other", () => {
  expect([...ours.keys()].flatMap((from) => offencesOf(ours, from))).toEqual([])
})

test("every room that is named has files", () => {
  const files = [...ours.keys()]
  for (const room of Object.keys(SHARED))
    expect(files.some((file) => file.startsWith(`admin/${room}/`))).toBe(true)
  for (const one of [...DATA, ...VISITORS.map((name) => `lib/${name}`)])
    expect(files).toContain(one)
})

test.each([
  ["admin/team/page.tsx", "../careers/api"],
  ["admin/team/page.tsx", "@/admin/careers/api"],
  ["admin/team/page.test.tsx", "../careers/api"],
  ["admin/team/page.tsx", "../router"],
  ["admin/team/page.tsx", "@/site/data"],
  ["admin/team/page.tsx", "@/preview/preview"],
  ["admin/document/fields.tsx", "../layout/tree"],
  ["admin/layout/palette.tsx", "../subscribers/api"],
  ["admin/router.tsx", "@/site/site"],
  ["ui/card.tsx", "@/lib/supabase"],
  ["ui/card.tsx", "@/lib/query"],
  ["ui/card.tsx", "@/lib/mail-mode"],
  ["ui/card.tsx", "@/admin/session/session"],
  ["ui/card.tsx", "@/site/data"],
  ["site/head.ts", "@/admin/rows/like"],
  ["site/head.ts", "@/lib/draft"],
  ["site/head.ts", "@/ui/toaster"],
  ["site/boot/hydrate.ts", "../../entry-client"],
  ["identity/theme.ts", "@/lib/text"],
  ["identity/theme.ts", "@/ui/card"],
  ["lib/text.ts", "@/ui/card"],
  ["lib/text.ts", "../content/fallback.json"],
])("%s must not import %s", (file, name) => {
  for (const source of [
    `import { one } from "${name}"`,
    `import type { One } from "${name}"`,
    `export * from "${name}"`,
    `const load = () => import("${name}")`,
  ]) {
    const from = isTest(file) ? file : withoutEnding(file)
    const imports = new Map([...ours, [from, importsIn(file, source)]])
    expect(offencesOf(imports, from)).not.toEqual([])
  }
})

test.each([
  ["admin/team/page.tsx", "../document/fields"],
  ["admin/team/page.tsx", "./api"],
  ["admin/router.tsx", "./team/page"],
  ["ui/card.tsx", "@/lib/cn"],
  ["site/head.ts", "@/lib/text"],
  ["entry-admin.tsx", "./admin/app"],
])("%s may import %s", (file, name) => {
  const from = withoutEnding(file)
  const imports = new Map([...ours, [from, importsIn(file, `import "${name}"`)]])
  expect(offencesOf(imports, from)).toEqual([])
})

/** The modules of ours that a test takes the place of. */
const mocksIn = (text: string) =>
  [...text.matchAll(/\bvi\.(?:mock|doMock)\(\s*(?:import\(\s*)?["'`]((?:@\/|\.)[^"'`]+)/g)].map(
    ([, name]) => name,
  )

test("tests use the modules of ours as they are: failures are made on the network", () => {
  for (const made of ['mock("@/lib/auth")', 'mock(import("./api"), one)', 'doMock("../rows/like")'])
    expect(mocksIn(`vi.${made}`)).toHaveLength(1)
  expect(mocksIn(`vi.${'mock("@supabase/auth-js")'}`)).toEqual([])
  const mocked = sources.filter(({ text }) => mocksIn(text).length > 0)
  expect(mocked.map(({ file }) => file)).toEqual([])
})

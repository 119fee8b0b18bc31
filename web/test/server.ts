import { afterAll, afterEach, inject } from "vitest"
import type { Person, Site } from "../e2e/admin/site"

export type { Person }

let site: Site | undefined
let Socket: typeof WebSocket

/** Starts the real binary on fresh data for the tests of a file: what the page asks for goes to it. */
export async function serve(settings: NodeJS.ProcessEnv = {}): Promise<Site> {
  await site?.close()
  // Loaded here, because every file of tests loads this one.
  const { Site } = await import("../e2e/admin/site")
  Socket = (await import("ws")).WebSocket
  site = await Site.copy(inject("peopled"), settings)
  return site
}

afterAll(() => site?.close())

/** Signs someone in on this page, with a session of their own. */
export async function signIn(person: Person = "editor") {
  const { id, email } = await storeSession(person)
  const { admit } = await import("@/admin/session/session")
  await admit(id, email)
  return { id, email }
}

/** Signs someone in as another tab of this browser does. */
export async function storeSession(person: Person = "editor") {
  const session = await opened().session(person)
  localStorage.setItem(SESSION, JSON.stringify(session))
  return session.user
}

const SESSION = "vitrine-admin-auth"

/** What the browser stores for the page besides the session. */
export const stored = () => Object.keys(localStorage).filter((key) => key !== SESSION)

export function clearStored() {
  for (const key of stored()) localStorage.removeItem(key)
}

function opened(): Site {
  if (!site) throw new Error("no server: serve() first")
  return site
}

type Asked = { line: string; body: string }
/** Answers instead of the server; go asks it after all. */
type Answer = (go: () => Promise<Response>, asked: Asked) => Promise<Response>

let requests: Asked[] = []
let answers: { what: RegExp; answer: Answer }[] = []

/** The requests of this test so far, such as "GET /rest/v1/hero_content?select=*", that fit. */
export const asked = (what: RegExp) => requests.filter(({ line }) => what.test(line))

/** Stands between page and server until the test ends, or what it returns is called: failures and slow lines happen here. */
export function intercept(what: RegExp, answer: Answer): () => void {
  const one = { what, answer }
  answers.unshift(one)
  return () => {
    answers = answers.filter((other) => other !== one)
  }
}

/** As if the server were away for some requests. */
export const lose = (what: RegExp) =>
  intercept(what, () => Promise.reject(new TypeError("fetch failed")))

/** Keeps requests waiting; what it returns lets those go that wait, and the others after them. */
export function hold(what: RegExp): () => void {
  let release = () => {}
  const released = new Promise<void>((done) => {
    release = done
  })
  intercept(what, (go) => released.then(go))
  return release
}

afterEach(() => {
  requests = []
  answers = []
})

const direct = fetch
// Kept for requests that outlive their file: its page is gone by then.
const page = globalThis.location

globalThis.fetch = (input, init = {}) => {
  const url = new URL(String(input), page.href)
  if (url.origin !== page.origin) return direct(input, init)
  const request = {
    line: `${init.method ?? "GET"} ${url.pathname}${url.search}`,
    body: String(init.body ?? ""),
  }
  requests.push(request)
  const go = () => direct(new URL(url.pathname + url.search, opened().url), init)
  const other = answers.find(({ what }) => what.test(request.line))
  // Each is asked for on its own, unless a test is about that: they know them by their addresses.
  if (!other && url.pathname === "/rest/v1/batch")
    return Promise.resolve(new Response(null, { status: 404 }))
  return other ? other.answer(go, request) : go()
}

// That of jsdom does not work with its own events.
globalThis.WebSocket = class {
  constructor(url: string, protocols?: string | string[]) {
    const { pathname, search } = new URL(url)
    // biome-ignore lint/correctness/noConstructorReturn: it is the other one, at another address
    return new Socket(new URL(pathname + search, opened().url.replace("http", "ws")), protocols)
  }
} as typeof WebSocket

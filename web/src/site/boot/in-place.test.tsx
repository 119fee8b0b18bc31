import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { DROPPED, SHOWN } from "./events"
import { openInPlace } from "./in-place"

const BOOT = "/assets/boot.js"
const LIST = "/careers?q=lamps"

/** A page of the site, as the server writes it. */
const pageAt = (
  path: string,
  { boot = BOOT, style = "a > b {}" } = {},
) => `<!doctype html><html><head>
  <script type="module" src="${boot}"></script><style>${style}</style>
  <title>${path}</title><meta name="description" content="of ${path}"></head><body>
  <div id="root"><main><h1>${path}</h1>
    <div class="job"><a href="/careers/a">a</a></div>
    ${["/", "/about", "/careers", "/contact", "/slow", LIST].map((to) => `<nav><a href="${to}">to ${to}</a></nav>`).join("")}
    <a href="/about#team">part</a><a href="#main">skip</a><a href="/admin">staff</a><a href="/feed.xml">feed</a>
    <a href="/about?x=1">asks</a><a href="/about" target="_blank">other tab</a><a href="/about" download>file</a>
    <a href="https://elsewhere.example/">away</a></main>
    </div>
  <script type="application/json" id="state">{"path":"${path}"}</script></body></html>`

const pages = new Map<string, () => Promise<Response>>()
const fetched: string[] = []
const assign = vi.fn()
const reload = vi.fn()
const shown = vi.fn()

const answer = async (html: string, is: { ok?: boolean; redirected?: boolean } = {}) =>
  ({ ok: true, redirected: false, text: async () => html, ...is }) as Response

beforeAll(() => {
  Object.assign(window, {
    scrollTo: ({ top }: { top: number }) => Object.assign(window, { scrollY: top }),
    matchMedia: () => ({ matches: false }),
    fetch: (path: string) => {
      fetched.push(path)
      return pages.get(path)?.() ?? answer(pageAt(path))
    },
  })
  document.documentElement.innerHTML = pageAt("/")
  openInPlace()
  addEventListener(SHOWN, shown)
})

beforeEach(() => {
  pages.clear()
  fetched.length = 0
  vi.clearAllMocks()
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(document, "startViewTransition")
})

const link = (text: string) =>
  [...document.querySelectorAll("a")].find((one) => one.textContent === text) as HTMLAnchorElement

/** Tells whether the click was left to the browser, which does nothing about it here. */
function click(text: string, init: MouseEventInit = {}) {
  let isLeft = false
  const last = (event: Event) => {
    isLeft = !event.defaultPrevented
    event.preventDefault()
  }
  addEventListener("click", last, { once: true })
  link(text).dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...init }))
  return isLeft
}

const heading = () => document.querySelector("h1")?.textContent
const at = (path: string) => vi.waitFor(() => expect(heading()).toBe(path))

async function open(path: string) {
  click(`to ${path}`)
  await at(path)
}

async function back(path: string) {
  history.back()
  await at(path)
}

/** The browser's own loading, which jsdom has not. */
const loads = () =>
  vi.stubGlobal("location", {
    origin: location.origin,
    pathname: location.pathname,
    search: location.search,
    assign,
    reload,
  })

const described = () => document.querySelector('meta[name="description"]')?.getAttribute("content")

it("opens a page in the place of the last one, with what tells machines about it", async () => {
  await open("/about")
  expect(location.pathname).toBe("/about")
  expect(document.title).toBe("/about")
  expect(described()).toBe("of /about")
  expect(document.getElementById("state")?.textContent).toBe('{"path":"/about"}')
  await vi.waitFor(() => expect(document.activeElement).toBe(document.querySelector("h1")))
  expect(shown).toHaveBeenCalledOnce()
})

it("goes back to the page as it was left", async () => {
  const field = document.createElement("input")
  document.querySelector("main")?.append(field)
  field.value = "typed"
  Object.assign(window, { scrollY: 300 })
  dispatchEvent(new Event("scroll"))
  const from = link("to /contact")
  from.focus()
  await open("/contact")
  expect(scrollY).toBe(0)
  await back("/about")
  expect(field.isConnected).toBe(true)
  expect(described()).toBe("of /about")
  expect(scrollY).toBe(300)
  await vi.waitFor(() => expect(document.activeElement).toBe(from))
  expect(fetched).not.toContain("/about")
})

it("goes back to where a page was left when it is not kept any more", async () => {
  const state = history.state
  history.pushState({ page: 0.1, depth: 700 }, "", "/kept-no-more")
  history.pushState(state, "", "/about")
  history.back()
  await at("/kept-no-more")
  expect(scrollY).toBe(700)
  await open("/contact")
})

it("stays where the visitor is who steps back and forward at once", async () => {
  const field = document.createElement("input")
  document.querySelector("main")?.append(field)
  let isAsked = false
  pages.set("/never", () => {
    isAsked = true
    return new Promise(() => {})
  })
  history.pushState({ page: 0.2 }, "", "/never")
  history.pushState({ ...history.state, page: 0.3 }, "", "/contact")
  history.back()
  await vi.waitFor(() => expect(isAsked).toBe(true))
  history.go(-1) // to the page that is shown
  await vi.waitFor(() => expect(location.pathname).toBe("/contact"))
  expect(field.isConnected).toBe(true)
  expect(document.documentElement.dataset.waiting).toBeUndefined()
})

it("knows the page of entries to its parts", async () => {
  await open("/about")
  location.hash = "#main"
  await vi.waitFor(() => expect(history.state?.page).toBeDefined())
  await open("/contact")
  history.go(-2)
  await at("/about")
  history.go(2)
  await at("/contact")
  history.go(-1)
  await at("/about")
  history.go(1)
  await at("/contact")
  expect(location.pathname).toBe("/contact")
})

it("takes no notice of the second half of a double click", async () => {
  await open("/about")
  expect(click("to /about", { detail: 2 })).toBe(false)
  expect(click("to /about", { detail: 1 })).toBe(true)
})

it("opens pages, and goes back to them as they were left, although something else wrote the history", async () => {
  await open("/careers")
  history.replaceState(null, "")
  await open("/about")
  fetched.length = 0
  history.back()
  await at("/careers")
  expect(fetched).toEqual([])
})

it("shows the words of a page a frame before its drawings, and all of it at once in a transition", async () => {
  const seen: (string | undefined)[] = []
  const note = () => seen.push(document.documentElement.dataset.arriving)
  addEventListener(SHOWN, note)
  await open("/contact")
  const startViewTransition = (change: () => void) => {
    change()
    return { ready: Promise.resolve() }
  }
  Object.assign(document, { startViewTransition })
  // However busy this machine is, the click and the page come in one moment.
  vi.spyOn(performance, "now").mockReturnValue(performance.now())
  await open("/about")
  removeEventListener(SHOWN, note)
  expect(seen).toEqual(["words", "whole"])
  await vi.waitFor(() => expect(document.documentElement).not.toHaveAttribute("data-arriving"))
})

it("fetches a page as soon as somebody is about to ask for it, once", async () => {
  link("to /careers").dispatchEvent(new Event("pointerover", { bubbles: true }))
  link("to /careers").dispatchEvent(new Event("focusin", { bubbles: true }))
  await open("/careers")
  expect(fetched).toEqual(["/careers"])
})

it("goes back from a job to the list that it was opened from", async () => {
  const length = history.length
  click("a")
  await at("/careers/a")
  expect(history.length).toBe(length + 1)
  click("to /careers")
  await at("/careers")
  expect(history.length).toBe(length + 1)
})

it.each(["part", "skip", "staff", "feed", "asks", "other tab", "file", "away"])(
  "leaves the link %s to the browser",
  (text) => {
    expect(click(text)).toBe(true)
    expect(fetched).toEqual([])
  },
)

it.each([
  { ctrlKey: true },
  { metaKey: true },
  { shiftKey: true },
  { altKey: true },
  { button: 1 },
])("leaves a click with %o to the browser", (init) => expect(click("to /about", init)).toBe(true))

it.each([
  ["is not there", () => answer(pageAt("/slow"), { ok: false })],
  ["does not come", () => Promise.reject(new TypeError("offline"))],
  ["is somewhere else", () => answer(pageAt("/slow"), { redirected: true })],
  ["is no page of the site", () => answer("<p>Hello</p>")],
  ["has another look", () => answer(pageAt("/slow", { style: "a > c {}" }))],
  ["comes from a newer program", () => answer(pageAt("/slow", { boot: "/assets/boot-2.js" }))],
])("has the browser load a page that %s", async (_, respond) => {
  const before = heading()
  pages.set("/slow", respond)
  loads()
  click("to /slow")
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith("/slow"))
  expect(heading()).toBe(before)
})

it("has the browser load what it went back to and cannot be put in", async () => {
  pages.set("/slow", () => answer("", { ok: false }))
  const before = heading()
  history.pushState({ page: 0.5 }, "", "/slow")
  history.pushState({ page: 0.6 }, "", "/slow")
  loads()
  history.back()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(assign).not.toHaveBeenCalled()
  expect(heading()).toBe(before)
  vi.unstubAllGlobals()
  await open("/contact")
})

describe("a page that is slow to come", () => {
  const waits = () => document.documentElement.dataset.waiting

  it("is announced, and does not cover the one that the visitor went on to", async () => {
    let arrive = () => {}
    pages.set(
      "/slow",
      () =>
        new Promise((done) => {
          arrive = () => done(answer(pageAt("/slow")))
        }),
    )
    click("to /slow")
    expect(waits()).toBeUndefined()
    await vi.waitFor(() => expect(waits()).toBe("page"))
    await open("/about")
    expect(waits()).toBeUndefined()
    arrive()
    await new Promise((done) => setTimeout(done))
    expect(heading()).toBe("/about")
    expect(location.pathname).toBe("/about")
  })

  it("has a name where it is the list", async () => {
    let arrive = () => {}
    pages.set(
      LIST,
      () =>
        new Promise((done) => {
          arrive = () => done(answer(pageAt(LIST)))
        }),
    )
    click(`to ${LIST}`)
    await vi.waitFor(() => expect(waits()).toBe("list"))
    arrive()
    await at(LIST)
    expect(waits()).toBeUndefined()
  })
})

it("lets go of pages that nobody is likely to go back to", async () => {
  const first = document.getElementById("root") as HTMLElement
  const dropped = vi.fn()
  first.addEventListener(DROPPED, dropped)
  for (const path of ["/", "/about", "/contact", "/", "/about", "/contact", "/", "/about"])
    await open(path)
  expect(dropped).not.toHaveBeenCalled()
  await open("/contact")
  expect(dropped).toHaveBeenCalledOnce()
})

describe("the transition", () => {
  const start = vi.fn((change: () => void) => {
    change()
    return { ready: Promise.resolve() }
  })
  beforeEach(async () => {
    await open("/careers")
    Object.assign(document, { startViewTransition: start })
  })
  afterEach(() => void Reflect.deleteProperty(document, "startViewTransition"))
  /** What the clock says when the page is asked for, and between two looks at it. */
  const clock = (late: number, step = 0) => {
    let now = performance.now()
    vi.spyOn(performance, "now").mockImplementation(() => (now += step))
    return now - late
  }
  const ask = (text: string, since: number) => {
    const event = new MouseEvent("click", { bubbles: true, cancelable: true })
    Object.defineProperty(event, "timeStamp", { value: since })
    link(text).dispatchEvent(event)
  }

  it("moves the title of a job to its page and back", async () => {
    const row = link("a")
    ask("a", clock(0))
    await at("/careers/a")
    expect(start).toHaveBeenCalledOnce()
    expect(row.className).toBe("vt-title")
  })

  it.each([
    ["comes late", 50, 0],
    ["would be drawn slowly", -1000, 9],
  ])("is left out for a page that %s", async (_, late, step) => {
    ask("a", clock(late, step))
    await at("/careers/a")
    expect(start).toHaveBeenCalledTimes(0)
  })
})

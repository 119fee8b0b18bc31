// The controls of both sides, and how long they take to show that they were used: what browsers call INP.

const KEY = 120 // ms from one key to the next, as somebody types who knows how
const LEAST = 16 // ms; what takes less is not told

const control = (at, use) =>
  Object.assign(async (page, found) => use(found ?? (await page.waitForSelector(at, { visible: true }))), { at })
const tap = (at) => control(at, (element) => element.tap())
const click = (at) => control(at, (element) => element.click())
const keys = (text) => (page) => page.keyboard.type(text, { delay: KEY })
const key = (...all) => async (page) => {
  for (const one of all.slice(0, -1)) await page.keyboard.down(one)
  await page.keyboard.press(all.at(-1))
  for (const one of all.slice(0, -1)) await page.keyboard.up(one)
}
const focus = (at) => async (page) => {
  await (await page.waitForSelector(at, { visible: true })).focus()
}
const seen = (at) => (page) => page.waitForSelector(at, { visible: true })
const gone = (at) => (page) => page.waitForSelector(at, { hidden: true })
const at = (path) => (page) => page.waitForFunction((path) => location.pathname + location.search === path && document.readyState === "complete", {}, path)
const all = (...steps) =>
  Object.assign(async (page, found) => {
    await steps[0](page, found)
    for (const step of steps.slice(1)) await step(page)
  }, { at: steps[0].at })
const button = (name) => `::-p-aria([name="${name}"][role="button"])`

const JOB = "/careers/founding-engineer-agentic-checkout"
const fill = (form, values) => (page) =>
  page.evaluate((form, values) => Object.entries(values).forEach(([id, value]) => (document.getElementById(`${form}-${id}`).value = value)), form, values)
const field = (what, path, id) => ({ what, path, use: all(tap(`#${id}`), keys("Ada")) })

/**
 * Each is used on a fresh page, before React has come: a visitor who is quick waits for it, too. `first` is done before, and
 * `after` is waited for.
 */
export const VISITOR = [
  { what: "Menu", path: "/", use: tap(".hd .menu-btn"), after: seen("#menu[open]") },
  { what: "Menu, Close", path: "/", first: all(tap(".hd .menu-btn"), seen("#menu[open]")), use: tap("#menu .menu-btn"), after: gone("#menu[open]") },
  { what: "Back to top", path: "/", first: all((page) => page.evaluate(() => scrollTo({ top: 3000, behavior: "instant" })), seen("[data-far] .top")), use: tap(".top") },
  { what: "Scroll hint", path: "/", first: seen("[data-hint] .hint"), use: tap(".hint") },
  field("Newsletter, address", "/", "newsletter-email"),
  { what: "Newsletter, letters about jobs", path: "/careers", use: tap(".wish input") },
  { what: "Newsletter, Subscribe", path: "/", first: fill("newsletter", { email: "ada@mail.example" }), use: tap("#newsletter button"), after: seen("#newsletter-answer p") },
  { what: "Newsletter, a wrong address", path: "/", first: fill("newsletter", { email: "ada" }), use: tap("#newsletter button"), after: seen(".toast") },
  {
    what: "A notice, Close",
    path: "/",
    first: all(fill("newsletter", { email: "ada" }), tap("#newsletter button"), seen(".toast")),
    use: tap(".toast button"),
    after: gone(".toast"),
  },
  { what: "Jobs, search", path: "/careers", use: all(tap(".flt input"), keys("Ada")) },
  { what: "Jobs, search button", path: "/careers", first: (page) => page.$eval(".flt input", (input) => (input.value = "lead")), use: tap(".flt button"), after: seen(".fln") },
  { what: "Jobs, a filter", path: "/careers", first: focus(".flt select"), use: key("ArrowDown"), after: seen(".fln") },
  { what: "Jobs, one of them", path: "/careers", use: tap(`.job a[href="${JOB}"]`), after: at(JOB) },
  { what: "A job, Apply", path: JOB, use: tap(".stick.to-apply a"), after: at(`${JOB}/apply`) },
  field("Contact, name", "/contact", "contact-name"),
  field("Contact, email", "/contact", "contact-email"),
  field("Contact, subject", "/contact", "contact-subject"),
  field("Contact, message", "/contact", "contact-message"),
  { what: "Contact, Send with nothing in it", path: "/contact", use: tap("main form button[type=submit]"), after: seen("[aria-invalid=true]") },
  {
    what: "Contact, Send",
    path: "/contact",
    first: fill("contact", { name: "Ada", email: "ada@mail.example", subject: "A shop", message: "We would like to talk about the shop window." }),
    use: tap("main form button[type=submit]"),
    after: gone("main form"),
  },
  field("Application, name", `${JOB}/apply`, "apply-name"),
  field("Application, email", `${JOB}/apply`, "apply-email"),
  field("Application, note", `${JOB}/apply`, "apply-note"),
  field("Application, links", `${JOB}/apply`, "apply-links"),
  { what: "Application, consent", path: `${JOB}/apply`, use: tap("#apply-consent") },
  { what: "Application, keep it", path: `${JOB}/apply`, use: tap("#apply-keep") },
  {
    what: "Application, Send",
    path: `${JOB}/apply`,
    first: all(
      fill("apply", { name: "Ada", email: "ada@mail.example", note: "I have run shops, and built the software that they run on." }),
      (page) => page.$eval("#apply-consent", (box) => box.click()),
    ),
    use: tap("main form button[type=submit]"),
    after: gone("main form"),
  },
  { what: "Application, Send with nothing in it", path: `${JOB}/apply`, use: tap("main form button[type=submit]"), after: seen("[aria-invalid=true]") },
]

const title = '[data-path="title"] input'
const search = '[aria-label="Search job listings"]'
const press = {
  save: click(button("Save Changes")),
  hide: click('[aria-label="Visible: Careers"]'),
  undo: click(".save-bar ::-p-text(Undo)"),
  escape: all(key("Escape"), gone("[role=dialog]")),
}
const edit = all(click(title), keys("."))

/** These are used one time after the other on a page; `between` is done between. */
export const STAFF = [
  { what: "Menu, another screen", path: "/admin", use: click('.nav-tree a[href="/admin/careers"]'), after: seen(search), between: all(click('[aria-label="Dashboard"]'), seen('.nav-tree a[href="/admin/careers"]')) },
  { what: "A field", path: "/admin/hero", use: all(click(title), keys("Ada")) },
  { what: "A switch", path: "/admin/navigation", use: press.hide },
  { what: "Save", path: "/admin/hero", first: edit, use: press.save, between: edit },
  { what: "Undo", path: "/admin/navigation", first: press.hide, use: press.undo, between: press.hide },
  { what: "History", path: "/admin/hero", use: click(button("History")), after: seen("[role=dialog]"), between: press.escape },
  { what: "Order, by keyboard", path: "/admin/navigation", first: focus('[aria-label="Drag Home"]'), use: key("Alt", "ArrowDown"), between: key("Alt", "ArrowUp") },
  { what: "Preview, a phone's width", path: "/admin/hero", use: click(button("Phone")), between: click(button("Desktop")) },
  { what: "A list, search", path: "/admin/careers", use: all(click(search), keys("lead")) },
  { what: "A dialog", path: "/admin/careers", use: click('[aria-label^="Edit "]'), after: seen("[role=dialog]"), between: press.escape },
]

/** Tells the longest time from what was done to the next paint, for each time that a control is used. */
export async function watch(page, origin, { path, first, use, after, between }, times, slower) {
  const inspector = page._client()
  await page.evaluateOnNewDocument(() => {
    if (window !== window.top) return
    // Where the next document finds it, if it leads to one.
    const tell = (list) => {
      for (const { interactionId, duration, startTime } of list.getEntries()) if (interactionId && performance.timeOrigin + startTime >= sessionStorage.since) sessionStorage.told += ` ${duration}`
    }
    new PerformanceObserver(tell).observe({ type: "event", durationThreshold: 16 })
  })
  const took = []
  const isStaff = path.startsWith("/admin")
  for (let n = 0; n < times; n++) {
    if (n === 0 || !isStaff) {
      await page.emulateCPUThrottling(null)
      // As the browser sees it: a request that the last page left unfinished is none of this one.
      await page.goto(origin + path, { waitUntil: "networkidle0" })
      await page.emulateCPUThrottling(slower)
      await first?.(page)
    } else await between?.(page)
    // Nobody uses what they do not see yet.
    const found = use.at && (await page.waitForSelector(use.at, { visible: true }))
    await found?.scrollIntoView()
    await quiet(page, isStaff)
    await page.evaluate(() => {
      sessionStorage.told = ""
      sessionStorage.since = performance.timeOrigin + performance.now()
      window.isUsed = true
    })
    // A watched page reads its scripts twice, which takes three times as long as to begin them.
    await inspector.send("Runtime.disable")
    await use(page, found)
    await inspector.send("Runtime.enable")
    await after?.(page)
    await quiet(page, isStaff)
    const told = await page.evaluate(() => sessionStorage.told.split(" ").map(Number))
    // A page that was left may have painted nothing any more: there is nothing to tell.
    const isHere = await page.evaluate(() => window.isUsed === true)
    if (isHere || told.length > 1) took.push(Math.max(LEAST, ...told))
  }
  return took
}

/** All that was begun is painted, and there is nothing left to do. */
async function quiet(page, isStaff) {
  if (isStaff) await page.waitForNetworkIdle({ idleTime: 200 })
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    await new Promise((done) => requestIdleCallback(done, { timeout: 5000 }))
  })
}

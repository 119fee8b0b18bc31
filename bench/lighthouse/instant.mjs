// How soon people see what they did, with a processor slowed down four times; one line of JSON per
// address, which says behind # what is done there and may name who signs in.
import puppeteer from "puppeteer-core"
import { STAFF, VISITOR, watch } from "./controls.mjs"
import { openTab, pause } from "./tab.mjs"

const SLOWER = 4
const AIM = 200 // ms from a pointer's arrival on a link to the press, as people take
const UNSEEN = 700 // ms after a press in which nobody asks the page anything, which would take its time; far more than most pages need
const WALKS = 8
const TIMES = 5 // that a control is used

// The whole browser, as visitors have it: pages are made ready and kept in memory.
const browser = await puppeteer.launch({
  executablePath: process.env.CHROME_PATH,
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--window-size=1440,900"],
})

const menu = (path) => `.hd .nav a[href="${path}"]`
const JOB = "/careers/founding-engineer-agentic-checkout"
const PAGES = ["/", "/about", "/careers", "/contact", JOB, `${JOB}/apply`]
const LINKS = [
  ["Home to About", menu("/about"), "/about"],
  ["About to Home", ".hd .brand", "/"],
  ["Home to Careers", menu("/careers"), "/careers"],
  ["Careers to a job", `.job a[href="${JOB}"]`, JOB],
  ["A job to its form", ".apply .to-apply a", `${JOB}/apply`],
  ["A form to Home", ".hd .brand", "/"],
  ["Home to Contact", menu("/contact"), "/contact"],
]

/** The page is complete, at rest, and was painted. */
function isSettled(path) {
  const asked = performance.getEntriesByType("resource").map(({ responseEnd }) => responseEnd)
  return (
    location.pathname === path &&
    document.readyState === "complete" &&
    performance.getEntriesByName("first-contentful-paint").length > 0 &&
    performance.now() > Math.max(0, ...asked) + 300 &&
    !document.documentElement.matches(":active-view-transition")
  )
}

/** Where a link is. From the press on it is noted when the page that it leads to is seen, should it open in place. */
function aim(link, path) {
  addEventListener("pointerdown", ({ timeStamp }) => localStorage.setItem("pressed", performance.timeOrigin + timeStamp), { capture: true, once: true })
  window.isLeft = true
  window.seen = undefined
  const said = () => document.querySelector("main").textContent
  const before = said()
  const changes = new MutationObserver(() => {
    if (location.pathname !== path || said() === before) return
    changes.disconnect()
    requestAnimationFrame(() => setTimeout(() => (window.seen = performance.now())))
  })
  changes.observe(document.body, { subtree: true, childList: true, characterData: true })
  const element = document.querySelector(link)
  element.scrollIntoView({ block: "nearest", behavior: "instant" })
  const { x, y, width, height } = element.getBoundingClientRect()
  return { x: x + width / 2, y: y + height / 2 }
}

/** From the press to the first paint of the next page. */
function arrival(path) {
  const painted = window.isLeft ? window.seen : performance.getEntriesByName("first-contentful-paint")[0]?.startTime
  if (location.pathname !== path || !painted) return undefined
  const { activationStart } = performance.getEntriesByType("navigation")[0]
  const way = window.isLeft ? "inPlace" : activationStart > 0 ? "ready" : "loaded"
  return { took: performance.timeOrigin + painted - localStorage.getItem("pressed"), way }
}

async function follow(tab, link, path) {
  await tab.mouse("mouseMoved", { x: 4, y: 450 })
  const at = await tab.until(aim, link, path)
  await tab.mouse("mouseMoved", at)
  await pause(AIM)
  const button = { button: "left", clickCount: 1 }
  await Promise.all([tab.mouse("mousePressed", at, button), tab.mouse("mouseReleased", at, button)])
  await pause(UNSEEN)
  const seen = await tab.until(arrival, path)
  await tab.until(isSettled, path)
  return seen
}

async function withTab(use) {
  const tab = await openTab(browser, SLOWER)
  try {
    await use(tab)
  } finally {
    await tab.close()
  }
}

/** A visitor goes from page to page. */
async function walk({ origin }) {
  const links = LINKS.map(([what]) => ({ what, took: [], ready: 0, inPlace: 0, loaded: 0 }))
  for (let n = 0; n < WALKS; n++) {
    await withTab(async (tab) => {
      await tab.open(`${origin}/`)
      await tab.until(isSettled, "/")
      for (const [i, [, link, path]] of LINKS.entries()) {
        const { took, way } = await follow(tab, link, path)
        links[i].took.push(took)
        links[i][way]++
      }
    })
  }
  return links
}

/** Goes from each page to the next, back and forth again, and tells which came from memory. */
async function back({ origin }) {
  const all = []
  const show = (path) => (addEventListener("pageshow", ({ persisted }) => (window.isKept = persisted)), path)
  const step = (path, by) => (history.go(by), path)
  const came = (path) => {
    if (location.pathname !== path || document.readyState !== "complete") return undefined
    const { notRestoredReasons } = performance.getEntriesByType("navigation")[0]
    return { isKept: window.isKept === true, why: notRestoredReasons?.reasons?.map(({ reason }) => reason) ?? [] }
  }
  for (const [i, from] of PAGES.entries()) {
    const to = PAGES[(i + 1) % PAGES.length]
    await withTab(async (tab) => {
      for (const path of [from, to]) {
        await tab.open(origin + path)
        await tab.until(isSettled, path)
        await tab.until(show, path)
      }
      for (const [path, by] of [[from, -1], [to, 1]]) {
        await tab.until(step, path, by)
        all.push({ what: path, ...(await tab.until(came, path)) })
      }
    })
  }
  return all
}

/** Uses each control a few times, and tells how long each time took at most. */
async function use(controls, url, look) {
  const kept = url.username && (await session(url))
  const all = []
  const context = await browser.createBrowserContext()
  try {
    for (const control of controls) {
      const page = await context.newPage()
      await page.setViewport(look)
      if (kept) await page.evaluateOnNewDocument((stored) => localStorage.setItem("vitrine-admin-auth", stored), JSON.stringify(kept))
      const took = await watch(page, url.origin, control, TIMES, SLOWER)
      all.push({ what: control.what, took })
      await page.close()
    }
  } finally {
    await context.close()
  }
  return all
}

async function session({ origin, username, password }) {
  const answer = await fetch(`${origin}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey: "sb_publishable_vitrine", "content-type": "application/json" },
    body: JSON.stringify({ email: decodeURIComponent(username), password: decodeURIComponent(password) }),
  })
  if (!answer.ok) throw new Error(`sign-in: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

const phone = { width: 412, height: 823, isMobile: true, hasTouch: true, deviceScaleFactor: 1.75 }
const desk = { width: 1440, height: 900 }
const what = { walk, back, visitor: (url) => use(VISITOR, url, phone), staff: (url) => use(STAFF, url, desk) }

try {
  for (const address of process.argv.slice(2)) {
    const url = new URL(address)
    console.log(JSON.stringify(await what[url.hash.slice(1)](url)))
  }
} finally {
  await browser.close()
}

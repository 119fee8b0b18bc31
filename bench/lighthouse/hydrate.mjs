// How long React keeps the browser busy once it is asked for, on each address
// in turn with a processor slowed down four times; one line of JSON per address.
import puppeteer from "puppeteer-core"

const SLOWER = 4
const LONG = 50 // ms; a longer task delays what a visitor does
const QUIET = 1000 // ms that are watched after the end
const SOON = 4000 // ms after the load; a second later React comes by itself

const browser = await puppeteer.launch({
  executablePath: process.env.CHROME_PATH,
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
})

/** Asks for React as a visitor's pointer over a form does, and waits until the page is quiet. */
async function ask(quiet, soon) {
  if (performance.now() > performance.getEntriesByType("navigation")[0].loadEventEnd + soon) return undefined
  const scripted = document.querySelector('script[type="module"]') !== null
  const tasks = []
  const watch = new PerformanceObserver((list) => tasks.push(...list.getEntries()))
  watch.observe({ type: "longtask" })
  const asked = performance.now()
  document.querySelector("form").dispatchEvent(new PointerEvent("pointerover", { bubbles: true }))
  while (scripted && !document.documentElement.hasAttribute("data-ready")) await new Promise(requestAnimationFrame)
  const ready = performance.now() - asked
  await new Promise((done) => setTimeout(done, quiet))
  tasks.push(...watch.takeRecords())
  return { scripted, ready, tasks: tasks.filter(({ startTime }) => startTime > asked).map(({ duration }) => duration) }
}

async function visit(url, tries = 5) {
  const apart = await browser.createBrowserContext() // nothing is cached from the visit before
  try {
    const page = await apart.newPage()
    await page.setViewport({ width: 412, height: 823, isMobile: true, hasTouch: true, deviceScaleFactor: 1.75 })
    await page.emulateCPUThrottling(SLOWER)
    await page.goto(url, { waitUntil: "load" })
    await page.waitForNetworkIdle({ idleTime: 500 })
    const seen = await page.evaluate(ask, QUIET, SOON)
    if (seen) return seen
  } finally {
    await apart.close()
  }
  if (tries === 1) throw new Error(`${url}: the machine is too slow to ask for React before it comes by itself`)
  return visit(url, tries - 1)
}

try {
  for (const url of process.argv.slice(2)) {
    const { scripted, ready, tasks } = await visit(url)
    const blocked = tasks.reduce((sum, duration) => sum + Math.max(0, duration - LONG), 0)
    console.log(JSON.stringify({ ready: scripted ? ready : 0, tasks: tasks.length, longest: Math.max(0, ...tasks), blocked }))
  }
} finally {
  await browser.close()
}

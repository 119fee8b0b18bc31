// How long what is typed takes to be seen in the preview, in each editor in turn with
// a processor slowed down four times; one line of JSON per address. An address
// names who signs in, the screen, and behind # the field.
import puppeteer from "puppeteer-core"

const SLOWER = 4
const BETWEEN = 120 // ms from one key to the next, as somebody types who knows how
const TEXT = "Software is going shopping and we build all of it"

const browser = await puppeteer.launch({
  executablePath: process.env.CHROME_PATH,
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
})

const json = (key, body) => ({
  method: "POST",
  headers: { apikey: "sb_publishable_vitrine", "content-type": "application/json", ...key },
  body: JSON.stringify(body),
})

async function session({ origin, username, password }) {
  const who = { email: decodeURIComponent(username), password: decodeURIComponent(password) }
  const answer = await fetch(`${origin}/auth/v1/token?grant_type=password`, json({}, who))
  if (!answer.ok) throw new Error(`sign-in: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** A site comes without a page of its own; one that is there already is refused. */
const addPage = ({ origin }, { access_token }) =>
  fetch(
    `${origin}/rest/v1/pages`,
    json({ authorization: `Bearer ${access_token}` }, { title: "Imprint", slug: "imprint", body: "<p>We.</p>" }),
  )

/** From the event that a key makes to the picture that shows it. */
function watch() {
  const frames = [...document.querySelectorAll('iframe[title^="Preview of"], iframe[title="Home"]')]
  const shown = frames.at(-1).contentDocument
  window.took = []
  let typed = 0
  document.addEventListener("input", () => (typed = performance.now()), { capture: true })
  new MutationObserver(() => {
    if (!typed) return
    const from = typed
    typed = 0
    requestAnimationFrame(() => window.took.push(performance.now() - from))
  }).observe(shown.body, { subtree: true, childList: true, characterData: true })
}

/** The field has the focus, and the page beside it shows the field. */
function isThere(path) {
  const frames = [...document.querySelectorAll('iframe[title^="Preview of"], iframe[title="Home"]')]
  const place = document.activeElement?.closest("[data-path]")
  return (
    place && path.endsWith(place.dataset.path) && !!frames.at(-1)?.contentDocument?.querySelector(`[data-field$="/${CSS.escape(place.dataset.path)}"]`)
  )
}

async function visit(address) {
  const url = new URL(address)
  const kept = await session(url)
  await addPage(url, kept)
  const apart = await browser.createBrowserContext()
  try {
    const page = await apart.newPage()
    await page.setViewport({ width: 1440, height: 900 })
    await page.evaluateOnNewDocument((stored) => localStorage.setItem("vitrine-admin-auth", stored), JSON.stringify(kept))
    const field = decodeURIComponent(url.hash.slice(1))
    await page.goto(`${url.origin}${url.pathname}?field=${encodeURIComponent(field)}`, { waitUntil: "load" })
    await page.waitForFunction(isThere, { timeout: 60_000 }, field)
    await page.waitForNetworkIdle() // frames beside it are still loading
    await page.keyboard.press("End")
    await page.emulateCPUThrottling(SLOWER)
    await page.evaluate(watch)
    await page.keyboard.type(TEXT, { delay: BETWEEN })
    await page.waitForFunction(() => window.took.length > 10, { timeout: 30_000 })
    return await page.evaluate(() => window.took)
  } finally {
    await apart.close()
  }
}

try {
  for (const url of process.argv.slice(2)) console.log(JSON.stringify(await visit(url)))
} finally {
  await browser.close()
}

// Lighthouse (mobile) on each address in turn, in a browser of its own; one
// line of JSON per address.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { launch } from "chrome-launcher"
import lighthouse from "lighthouse"

const flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]

async function visit(url) {
  const userDataDir = mkdtempSync(join(tmpdir(), "vitrine-lighthouse-"))
  const browser = await launch({ chromePath: process.env.CHROME_PATH, userDataDir, chromeFlags: flags })
  try {
    // A form and the back-office are kept out of search engines, and are meant to be.
    const skipAudits = /\/(apply|admin\/login)$/.test(url) ? ["is-crawlable"] : []
    return (await lighthouse(url, { port: browser.port, logLevel: "error", skipAudits })).lhr
  } finally {
    await browser.kill()
    rmSync(userDataDir, { recursive: true, force: true })
  }
}

for (const url of process.argv.slice(2)) {
  const { audits, categories } = await visit(url)
  const score = (name) => Math.round(categories[name].score * 100)
  const figure = (name) => audits[name].numericValue
  const line = {
    performance: score("performance"),
    accessibility: score("accessibility"),
    practices: score("best-practices"),
    seo: score("seo"),
    lcp: figure("largest-contentful-paint"),
    tbt: figure("total-blocking-time"),
    cls: figure("cumulative-layout-shift"),
    requests: audits["network-requests"].details.items.map(({ url, resourceType }) => ({ url, type: resourceType })),
    failing: Object.values(categories)
      .filter(({ id }) => id !== "performance")
      .flatMap(({ auditRefs }) => auditRefs.filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 1))
      .map(({ id }) => id),
  }
  console.log(JSON.stringify(line))
}

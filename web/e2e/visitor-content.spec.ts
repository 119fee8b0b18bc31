import type { Page } from "@playwright/test"
import { Site } from "./admin/site"
import { alive, expect, shifted, test, watchShifts } from "./visitor/test"

const TAGS = "p br b strong i em u s ul ol li blockquote code pre h2 h3 h4 hr a".split(" ")
const TEXT = [
  "<p>Plain, <b>bold</b>, <strong>strong</strong>, <i>slanted</i>, <em>stressed</em>, <u>under</u>, <s>struck</s>,",
  '<code>code</code> and <a href="/contact">a link</a>.<br>After a break.</p><p>A second paragraph.</p>',
  "<h2>Second level</h2><p>Under it.</p><h3>Third level</h3><p>Under it.</p><h4>Fourth level</h4>",
  "<ul><li>One<ul><li>Within</li></ul></li><li><p>Two</p><p>Of two parts</p></li></ul>",
  "<ol><li>First</li><li>Second</li></ol><blockquote><p>Quoted</p><p>And on</p></blockquote>",
  `<pre><code>const line = ${"wide + ".repeat(40)}0</code></pre><hr><p>The end.</p>`,
].join(" ")

/** Everywhere that visitors see rich text: the columns, and their places on each page. */
const COLUMNS: Record<string, string[]> = {
  hero_content: ["subtitle"],
  featured_areas: ["description"],
  about_content: ["intro_text", "approach_text"],
  team_members: ["company"],
  job_listings: ["about", "how_to_apply"],
  footer_content: ["company_description"],
}
/** What stands above the page's stylesheet is styled without it. */
const PLACES: { path: string; above?: string; below: string[] }[] = [
  { path: "/", above: ".hero .rt", below: [".label .rt", ".ft .rt"] },
  { path: "/about", above: ".about-intro .rt", below: [".sec-head .rt", ".tm .rt", ".ft .rt"] },
  {
    path: "/careers/founding-engineer-agentic-checkout",
    below: [".jd section .rt", ".apply .rt", ".ft .rt"],
  },
]

let site: Site
test.beforeAll(async () => {
  site = await Site.open()
  for (const [table, columns] of Object.entries(COLUMNS)) {
    const body = JSON.stringify(Object.fromEntries(columns.map((column) => [column, TEXT])))
    await site.api(`/rest/v1/${table}?id=gt.0`, { method: "PATCH", body, as: "admin" })
  }
})
test.afterAll(() => site.close())

for (const width of [390, 1440]) {
  test(`rich text looks like it everywhere, from the first moment, ${width} wide`, async ({
    page,
    quiet,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    // Letters of another font would move as well.
    await page.route(/\.woff2$/, (route) => route.abort())
    quiet(/ERR_FAILED|woff2/)
    await watchShifts(page)
    for (const { path, above, below } of PLACES) {
      const release = await holdStyles(page)
      await page.goto(site.url + path, { waitUntil: "commit" })
      await page.locator("main > link").waitFor({ state: "attached" })
      const early = above && (await look(page, above))
      if (early) expect(early.faults, `${path} ${above}, without the stylesheet`).toEqual([])
      await release()
      if (above) expect(await look(page, above), `${path} ${above}`).toEqual(early)
      for (const place of below)
        expect((await look(page, place)).faults, `${path} ${place}`).toEqual([])
      await alive(page)
      expect(await shifted(page), path).toBe(0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width)
    }
  })
}

test.describe("a picture that does not load", () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test.beforeAll(async () => {
    for (const [table, column] of [
      ["team_members", "image_url"],
      ["portfolio_companies", "logo_url"],
    ]) {
      const body = JSON.stringify({ [column as string]: "/gone.png" })
      await site.api(`/rest/v1/${table}?id=gt.0`, { method: "PATCH", body, as: "admin" })
    }
  })

  test("takes its plate with it before React is there", async ({ page, quiet }) => {
    quiet(/404|ERR_FAILED|the page stays as it is/)
    await page.route(/entry-client/, (route) => route.abort())
    await page.goto(`${site.url}/`)
    await page.locator(".folio").scrollIntoViewIfNeeded()
    await expect(page.locator(".plate img[data-lost]").first()).toBeHidden()
    await expect(page.locator(".plate").filter({ visible: true })).toHaveCount(0)
  })

  test("calls React, which draws somebody", async ({ page, quiet }) => {
    quiet(/404/)
    // The page never gets idle.
    const now = Date.now()
    await page.clock.install({ time: now })
    await page.clock.pauseAt(now + 600_000)
    await page.goto(`${site.url}/about`)
    await page.locator(".team").scrollIntoViewIfNeeded()
    await expect(page.locator(".tm-pane svg").first()).toBeVisible()
    await expect(page.locator(".tm-pane img")).toHaveCount(0)
  })
})

/** Keeps the stylesheet back; what it returns lets it come, and waits for it. */
async function holdStyles(page: Page) {
  let send = () => {}
  const sent = new Promise<void>((go) => {
    send = go
  })
  const styles = /\/boot-[^/]*\.css$/
  await page.route(styles, async (route) => {
    await sent
    await route.continue()
  })
  return async () => {
    send()
    await page.waitForLoadState("load")
    await page.unroute(styles)
  }
}

/** What is wrong with a rich text, and where its parts stand. */
const look = (page: Page, place: string) =>
  page
    .locator(place)
    .first()
    .evaluate((text, tags) => {
      const faults: string[] = []
      const want = (selector: string, property: string, wanted: RegExp) => {
        for (const one of text.querySelectorAll(selector)) {
          const value = getComputedStyle(one).getPropertyValue(property)
          if (!wanted.test(value)) faults.push(`${selector} ${property}: ${value}`)
        }
      }
      for (const tag of tags) if (!text.querySelector(tag)) faults.push(`no ${tag}`)
      want("a", "text-decoration-line", /underline/)
      want("ul", "list-style-type", /circle/)
      want("ol", "list-style-type", /decimal/)
      want("li", "display", /list-item/)
      want("ul, ol", "padding-left", /^[1-9]/)
      want("code", "font-family", /monospace/)
      want("pre", "white-space", /pre-wrap/)
      want("blockquote, pre", "border-left-width", /^2px/)
      want("h2, h3, h4", "font-family", /Anek/)
      want("h2, h3, h4", "font-weight", /500/)
      if (
        getComputedStyle(text.querySelector("a") as Element).color === getComputedStyle(text).color
      )
        faults.push("a link has the colour of its text")
      const parts = [...text.querySelectorAll("p, ul, ol, li, blockquote, pre, h2, h3, h4, hr")]
      for (const part of parts) {
        const before = part.previousElementSibling
        if (before && parts.includes(before)) {
          const apart = part.getBoundingClientRect().top - before.getBoundingClientRect().bottom
          if (apart < 4) faults.push(`${apart}px from ${before.tagName} to ${part.tagName}`)
        }
        if (part.scrollWidth > part.clientWidth + 1) faults.push(`${part.tagName} is cut off`)
      }
      const boxes = parts.map((part) => {
        const { x, y, width, height } = part.getBoundingClientRect()
        return [x, y, width, height]
      })
      return { faults, boxes }
    }, TAGS)

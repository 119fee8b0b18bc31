import { once } from "node:events"
import { mkdirSync } from "node:fs"
import { get } from "node:http"
import { type Browser, test as base, expect, type Page } from "@playwright/test"
import { TYPES } from "../src/identity/identity"
import { picture } from "./admin/picture"
import { Site } from "./admin/site"
import { hold } from "./admin/test"
import { SIZES, violations } from "./axe"
import { drawn, faint, misplaced, moved, watchMoves } from "./goldens/checks"
import { HEADLINES, HUES, type Look, longest, lookOf, looksOf, WORDS } from "./goldens/looks"
import { contactSheet } from "./goldens/sheet"

// Every hue, family, pairing, theme and width once; with GOLDENS, a folder, all of them together, and pictures.
const FOLDER = process.env.GOLDENS
const JOB = "/careers/founding-engineer-agentic-checkout"
const OTHERS = ["/about", "/careers", "/contact", "/nowhere", JOB]
const THEMES = ["light", "dark"] as const

type Size = (typeof SIZES)[number]
type Studio = { site: Site; photos: { url: string; alt: string }[] }

const test = base.extend<object, { studio: Studio }>({
  studio: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from it
    async ({}, use) => {
      const site = await Site.open()
      await use({ site, photos: await hang(site) })
      await site.close()
    },
    { scope: "worker" },
  ],
})
test.describe.configure({ mode: "parallel", timeout: FOLDER ? 3_600_000 : 300_000 })

const APIKEY = "sb_publishable_vitrine"

/** The pictures of a studio that shows its own, which families that draw do without. */
async function hang(site: Site): Promise<Studio["photos"]> {
  const { access_token: token } = await site.session("editor")
  const names = ["quay", "crane", "rope", "net", "gull", "tide"]
  return Promise.all(
    names.map(async (name, n) => {
      const answer = await fetch(`${site.url}/storage/v1/object/media/${name}.png`, {
        method: "POST",
        headers: {
          apikey: APIKEY,
          authorization: `Bearer ${token}`,
          "content-type": "image/png",
        },
        body: new Uint8Array(picture(1300 + 20 * n, 820)),
      })
      expect(answer.ok, await answer.text()).toBe(true)
      return { url: `/storage/v1/object/public/media/${name}.png`, alt: `A ${name}` }
    }),
  )
}

// A whole run takes longer than a session without its page, so each write signs in.
const write = ({ site }: Studio, method: string, path: string, row?: object) =>
  site.api(`/rest/v1/${path}`, { method, as: "editor", body: JSON.stringify(row) })

const dress = (studio: Studio, { name, city, theme, mark }: Look) =>
  write(studio, "PATCH", "site_settings?id=eq.1", {
    name,
    city,
    theme: { ...theme, photos: studio.photos },
    mark,
  })

const say = (studio: Studio, title: string) =>
  write(studio, "PATCH", "hero_content?id=gt.0", { title })

async function visit(browser: Browser, viewport: Size) {
  const page = await browser.newPage({ viewport, reducedMotion: "reduce" })
  await watchMoves(page)
  return page
}

const FONTS = /\.woff2$/

/** Opens a page, on which nothing may move. When the fonts come is a matter of the network: they come last. */
async function opens(page: Page, url: string, what: string) {
  const release = await hold(page, FONTS)
  await page.goto(url, { waitUntil: "domcontentloaded" })
  await drawn(page)
  expect.soft(await moved(page), `${what} moves`).toEqual([])
  release()
  await page.waitForLoadState()
  await page.evaluate(() => document.fonts.ready.then(() => {}))
  await page.unroute(FONTS)
}

/** Nothing leaves its place, every colour can be read. */
async function stands(page: Page, what: string) {
  expect.soft(await misplaced(page), what).toEqual([])
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme })
    expect.soft(await faint(page), `${what}, ${colorScheme}`).toEqual([])
  }
}

/** Waits until a page shows the look: on a very busy machine visitors see the last good page a little longer. */
async function shows({ site }: Studio, path: string, { theme: { art, seed } }: Look) {
  const page = async () => (await fetch(site.url + path)).text()
  const isNew = (text: string) =>
    [`"family":"${art}"`, `"seed":${seed}`, '"failed":[]'].every((part) => text.includes(part)) &&
    (path !== "/" || text.includes('class="ph-first"') === (art === "photographs"))
  await expect.poll(async () => isNew(await page())).toBe(true)
}

/** The most that a document may weigh on the wire, in bytes. */
const HEAVY = 40_000

/** How much two documents weigh, read as they come. */
const weights = ({ site }: Studio) =>
  Promise.all(
    ["/", "/about"].map(async (path) => {
      const options = { headers: { "accept-encoding": "br" } }
      const [answer] = await once(get(site.url + path, options), "response")
      let bytes = 0
      for await (const part of answer) bytes += part.length
      return bytes
    }),
  )

for (const hue of HUES)
  test(`looks of hue ${hue} stand`, async ({ browser, studio }) => {
    const looks = looksOf(hue, Boolean(FOLDER))
    for (const [n, look] of looks.entries()) {
      await dress(studio, look)
      await say(studio, WORDS.hero_title?.packs?.[look.theme.pack] ?? "")
      for (const path of ["/", ...OTHERS]) await shows(studio, path, look)
      expect.soft(Math.max(...(await weights(studio))), look.label).toBeLessThanOrEqual(HEAVY)
      for (const [i, size] of SIZES.entries()) {
        const page = await visit(browser, size)
        const { width } = size
        const other = OTHERS[(n + i + hue / 30) % OTHERS.length] as string
        for (const path of [other, "/"]) {
          const what = `${look.label} at ${width}, ${path}`
          await opens(page, studio.site.url + path, what)
          await stands(page, what)
          // Whether the rules of colours hold in what is really drawn: one theme wide, the other on a phone.
          if (path === "/" && (FOLDER || n % 6 === 0)) {
            const colorScheme = THEMES[(n + i + hue / 30) % 2] as "light"
            await page.emulateMedia({ colorScheme })
            expect.soft(await violations(page), `${what}, ${colorScheme}`).toEqual([])
          }
        }
        if (FOLDER) await take(page, `${FOLDER}/${look.label}-${width}`)
        await page.close()
      }
    }
    if (FOLDER) await contactSheet(browser, FOLDER, hue, looks)
  })

async function take(page: Page, name: string) {
  mkdirSync(FOLDER as string, { recursive: true })
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${name}-${colorScheme}.jpg`, quality: 70 })
  }
}

for (const type of TYPES)
  test(`the longest headlines fit in ${type}`, async ({ browser, studio }) => {
    const look = lookOf(210, "letters", type)
    await dress(studio, look)
    await say(studio, longest(56))
    const words = HEADLINES.map(([key, { max }]) => ({ key, text: longest(max) }))
    await write(studio, "POST", "site_words", words)
    const widths = [320, 390, 768, 1440]
    for (const path of ["/", ...OTHERS]) await shows(studio, path, look)
    for (const width of FOLDER ? widths : [390, 1440]) {
      const page = await visit(browser, { width, height: 900 })
      for (const path of ["/", ...OTHERS]) {
        const what = `${type} at ${width}, ${path}`
        await opens(page, studio.site.url + path, what)
        expect.soft(await misplaced(page), what).toEqual([])
        if (FOLDER)
          await page.screenshot({
            path: `${FOLDER}/long-${type}-${width}-${path.replaceAll("/", "_")}.jpg`,
            quality: 70,
          })
      }
      await page.close()
    }
    await write(studio, "DELETE", "site_words?id=gt.0")
  })

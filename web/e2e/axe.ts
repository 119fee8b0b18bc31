import { readFileSync } from "node:fs"
import { expect, type Page } from "@playwright/test"
import type { RunOptions } from "axe-core"

const AXE = readFileSync("node_modules/axe-core/axe.min.js", "utf8")

const OPTIONS = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  resultTypes: ["violations"],
  // No rule of ours reads style sheets, there are no frames, and the reports name elements by their HTML.
  preload: false,
  iframes: false,
  selectors: false,
} satisfies RunOptions

// The rules that look at colours. All others read what is the same in dark ones.
const COLOURS = {
  ...OPTIONS,
  runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] },
} satisfies RunOptions

// What is still fading in has colours of its own.
const settle = (page: Page) =>
  page.evaluate(async () => {
    const moving = () =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === "running" && effect?.getTiming().iterations !== Infinity,
        )
    for (let now = moving(); now.length > 0; now = moving()) {
      for (const one of now) one.finish()
      // A task of its own, which a test that holds the clock does not hold.
      await new Promise((next) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = next
        port2.postMessage(0)
      })
    }
  })

/** What breaks a rule: on the whole page, or in the part of it that is in use and in the toasts. */
export async function violations(
  page: Page,
  part: "whole" | "in use" = "whole",
  options: RunOptions = OPTIONS,
) {
  await settle(page)
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE)
  return page.evaluate(
    async ({ part, options }) => {
      // An open dialog hides the rest.
      const dialog = [...document.querySelectorAll("[role=dialog], [role=alertdialog]")]
        .filter((one) => one.checkVisibility())
        .at(-1)
      const used = dialog ?? document.querySelector("main") ?? document.body
      const include = [used, ...document.querySelectorAll("[data-toasts]")]
      // On the public pages a state may show anywhere, such as in the footer.
      const isWhole = part === "whole" || !location.pathname.startsWith("/admin")
      const { violations } = await window.axe.run(isWhole ? document : { include }, options)
      return violations.map(({ id, nodes }) => {
        const places = nodes.slice(0, 3).map(({ html }) => html)
        return `${id}: ${places.join(" ")}`
      })
    },
    { part, options },
  )
}

declare global {
  interface Window {
    axe: typeof import("axe-core")
  }
}

/** Every rule in light colours, and in dark ones those about colours: on a screen as a whole, or in the state that it is in. */
export async function accessible(
  page: Page,
  what: string,
  part: "whole" | "in use" = "in use",
  look = async () => {},
) {
  for (const [colorScheme, rules] of [
    ["light", OPTIONS],
    ["dark", COLOURS],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await look()
    expect(await violations(page, part, rules), `${what}, ${colorScheme}`).toEqual([])
  }
}

export const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

/** The same on a phone and on a desk, where nothing may be wider than the screen either; a look is taken at each. */
export async function everywhere(page: Page, what: string, look?: () => Promise<void>) {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    const at = `${what} at ${size.width}`
    await accessible(page, at, "in use", look)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(wide, at).toBeLessThanOrEqual(0)
  }
}

import type { Page } from "@playwright/test"
import { contrast, type Hex } from "../../src/identity/colour"
import { isSameDot } from "../../src/identity/palette"
import { CORE_PAIRS, PAIRS } from "../../src/identity/tokens"

/** The pairs of colours whose contrast does not hold on the page as it is. */
export async function faint(page: Page): Promise<string[]> {
  const pairs = [...PAIRS, ...CORE_PAIRS]
  const names = [...pairs.map(([over]) => over), ...pairs.map(([, under]) => under)]
  const shown = await page.evaluate((all) => {
    const style = getComputedStyle(document.documentElement)
    return Object.fromEntries(all.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]))
  }, names)
  return pairs.flatMap(([over, under, least]) => {
    const [one, other] = [shown[over] as Hex, shown[under] as Hex].map(long) as [Hex, Hex]
    if (isSameDot(over, one, other)) return []
    const ratio = contrast(one, other)
    return ratio >= least ? [] : [`${over} on ${under}: ${ratio.toFixed(2)} of ${least}`]
  })
}

const long = (hex: Hex) => hex.replace(/^#(.)(.)(.)$/, "#$1$1$2$2$3$3") as Hex

/** What does not stay in its place: beyond the screen, out of its box, or over a neighbour in the header. */
export const misplaced = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const wrong: string[] = []
    const root = document.documentElement
    if (root.scrollWidth > innerWidth) wrong.push(`the page is ${root.scrollWidth} wide`)
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.textContent?.trim() ?? ""
      const parent = node.parentElement as HTMLElement
      if (!text || parent.closest("svg, script, style, template, noscript, option")) continue
      if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      // Read aloud only.
      const box = parent.closest("*:not(span, a, b, em, strong, i, u, s, code, time, label)")
      if (!box || box.clientWidth <= 1 || parent.getBoundingClientRect().width <= 1) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const within = box.getBoundingClientRect()
      for (const { left, right, width } of range.getClientRects()) {
        if (width === 0) continue
        if (left < -1 || right > innerWidth + 1) wrong.push(`beyond the screen: ${text}`)
        else if (left < within.left - 1 || right > within.right + 1)
          wrong.push(`wider than <${box.tagName.toLowerCase()} class="${box.className}">: ${text}`)
      }
    }
    const header = [...document.querySelectorAll("header :is(.brand, nav, button)")]
      .map((one) => [one, one.getBoundingClientRect()] as const)
      .filter(([one, { width }]) => width > 0 && one.checkVisibility())
    for (const [one, a] of header)
      for (const [other, b] of header)
        if (
          !one.contains(other) &&
          !other.contains(one) &&
          a.left < b.left &&
          a.right > b.left + 1 &&
          a.top < b.bottom &&
          b.top < a.bottom
        )
          wrong.push(
            `${one.className || one.tagName} lies over ${other.className || other.tagName}`,
          )
    return [...new Set(wrong)]
  })

/** Writes down from now on what moves by itself. */
export const watchMoves = (page: Page) =>
  page.addInitScript(() => {
    const moves: string[] = []
    Object.assign(window, { moves })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as Shift[])
        for (const { node, previousRect: from, currentRect: to } of entry.sources) {
          const name = node instanceof Element ? node.outerHTML.slice(0, 60) : node?.textContent
          const box = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].join(" ")
          moves.push(`${entry.value.toFixed(4)}: ${name} from ${box(from)} to ${box(to)}`)
        }
    }).observe({ type: "layout-shift", buffered: true })
  })

type Shift = {
  value: number
  sources: { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

/** What moved on this page. */
export const moved = (page: Page) =>
  page.evaluate(() => (window as unknown as { moves: string[] }).moves)

/** Waits until every stylesheet is there and has been painted. */
export const drawn = (page: Page) =>
  page.evaluate(async () => {
    const frame = () => new Promise((next) => requestAnimationFrame(next))
    const links = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")]
    while (links.some(({ sheet }) => !sheet)) await frame()
    for (let frames = 0; frames < 3; frames++) await frame()
  })

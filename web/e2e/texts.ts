import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs"
import type { Page } from "@playwright/test"

// Emptied by Playwright at the start of a run.
const FOLDER = "test-results"
const FILE = `${FOLDER}/texts.txt`

const seen = new Set<string>()

/** Writes texts down as shown. */
export function keep(texts: string[]) {
  const fresh = texts.filter((text) => !seen.has(text))
  for (const text of fresh) seen.add(text)
  mkdirSync(FOLDER, { recursive: true })
  if (fresh.length > 0) appendFileSync(FILE, `${fresh.join("\n")}\n`)
}

/** Writes down every text that the page shows, for the test that looks for all of them. */
export async function record(page: Page) {
  page.on("dialog", (dialog) => keep([dialog.message()]))
  await page.exposeFunction("keepTexts", keep)
  await page.addInitScript(() => {
    const read = (one: Element): string[] => {
      const texts = ["placeholder", "aria-label", "title"].map((name) => one.getAttribute(name))
      if (one.children.length < 4) texts.push(one.textContent)
      if (one instanceof HTMLAnchorElement && one.href.startsWith("mailto:"))
        texts.push(decodeURIComponent(one.href))
      return texts
        .map((text) => text?.replace(/\s+/g, " ").trim() ?? "")
        .filter((text) => text && text.length < 400)
    }
    // At once: a moment later the text, or the whole page, may be gone.
    new MutationObserver((changes) => {
      const changed = new Set<Element>()
      for (const { target, addedNodes } of changes) {
        let at = target instanceof Element ? target : target.parentElement
        for (let up = 0; at && up < 3; up++, at = at.parentElement) changed.add(at)
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue
          for (const one of [node, ...node.querySelectorAll("*")]) changed.add(one)
        }
      }
      const shown = [...changed].filter((one) => !one.matches("script, style, svg *"))
      const texts = new Set(shown.flatMap(read))
      if (texts.size > 0)
        (window as unknown as { keepTexts: (texts: string[]) => void }).keepTexts([...texts])
    }).observe(document, {
      childList: true,
      subtree: true,
      characterData: true,
      attributes: true,
      attributeFilter: ["placeholder", "aria-label", "href"],
    })
  })
}

/** All that was shown in this run; nothing when no other test ran before. */
export const recorded = () =>
  new Set((existsSync(FILE) ? readFileSync(FILE, "utf8") : "").split("\n"))

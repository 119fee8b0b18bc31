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
    const collect = () => {
      const texts: string[] = []
      const blocks = document.querySelectorAll<HTMLElement>("body *:not(script):not(svg *)")
      for (const one of blocks) {
        if (one.children.length < 4 && one.textContent)
          texts.push(one.textContent.replace(/\s+/g, " ").trim())
        for (const name of ["placeholder", "aria-label", "title"]) {
          const text = one.getAttribute(name)
          if (text) texts.push(text)
        }
        if (one instanceof HTMLAnchorElement && one.href.startsWith("mailto:"))
          texts.push(decodeURIComponent(one.href))
      }
      const keep = (window as unknown as { keepTexts: (texts: string[]) => void }).keepTexts
      keep([...new Set(texts)].filter((text) => text && text.length < 400))
    }
    let isDue = false
    new MutationObserver(() => {
      if (isDue) return
      isDue = true
      setTimeout(() => {
        isDue = false
        collect()
      }, 60)
    }).observe(document, {
      childList: true,
      subtree: true,
      characterData: true,
      attributes: true,
      attributeFilter: ["placeholder", "aria-label"],
    })
  })
}

/** All that was shown in this run; nothing when no other test ran before. */
export const recorded = () => (existsSync(FILE) ? readFileSync(FILE, "utf8") : "")

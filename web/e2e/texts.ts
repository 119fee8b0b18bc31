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
    // By attribute, what is there already comes and goes: the label of a button, the content of a tab.
    const shows = ["aria-hidden", "hidden", "data-state", "open", "class"]
    const withAll = (one: Element) => [one, ...one.querySelectorAll("*")]

    // At once: a moment later the text, or the whole page, may be gone.
    new MutationObserver((changes) => {
      const changed = new Set<Element>()
      for (const { target, addedNodes, attributeName } of changes) {
        let at = target instanceof Element ? target : target.parentElement
        if (at && attributeName && shows.includes(attributeName))
          for (const one of withAll(at)) changed.add(one)
        for (let up = 0; at && up < 3; up++, at = at.parentElement) changed.add(at)
        for (const node of addedNodes)
          if (node instanceof Element) for (const one of withAll(node)) changed.add(one)
      }
      look(changed)
    }).observe(document, {
      childList: true,
      subtree: true,
      characterData: true,
      attributes: true,
      attributeFilter: ["placeholder", "aria-label", "href", ...shows],
    })

    function look(changed: Set<Element>) {
      const known = new Map<Element, boolean>()
      const isSeen = (one: Element) => {
        const is = known.get(one) ?? isVisible(one)
        known.set(one, is)
        return is
      }
      const texts = new Set(textsOf(changed, isSeen))
      if (texts.size > 0)
        (window as unknown as { keepTexts: (texts: string[]) => void }).keepTexts([...texts])
      const hidden = [...known].filter(([one, is]) => !is && one.isConnected).map(([one]) => one)
      if (hidden.length > 0) lookAgain(hidden)
    }

    // An option is seen in its list.
    function isVisible(one: Element) {
      return (one.closest("select") ?? one).checkVisibility({
        visibilityProperty: true,
        opacityProperty: true,
      })
    }

    /** What fades in is seen in the end. */
    function lookAgain(hidden: Element[]) {
      const fading = document.getAnimations().filter(({ playState, effect }) => {
        const { target } = effect as KeyframeEffect
        const ends = effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
        return playState === "running" && ends && hidden.some((one) => target?.contains(one))
      })
      if (fading.length === 0) return
      Promise.allSettled(fading.map(({ finished }) => finished)).then(() => look(new Set(hidden)))
    }

    function textsOf(changed: Set<Element>, isSeen: (one: Element) => boolean): string[] {
      return [...changed]
        .filter((one) => !one.matches("script, style, svg *") && isSeen(one))
        .flatMap((one) => {
          const texts = ["placeholder", "aria-label", "title"].map((name) => one.getAttribute(name))
          if (one.children.length < 4) texts.push(textIn(one, isSeen))
          if (one instanceof HTMLAnchorElement && one.href.startsWith("mailto:"))
            texts.push(decodeURIComponent(one.href))
          return texts
        })
        .map((text) => text?.replace(/\s+/g, " ").trim() ?? "")
        .filter((text) => text && text.length < 400)
    }

    function textIn(one: Element, isSeen: (part: Element) => boolean): string {
      const whole = one.textContent ?? ""
      if (one.children.length === 0 || whole.length > 2000) return whole
      const parts: string[] = []
      const walk = document.createTreeWalker(one, NodeFilter.SHOW_TEXT)
      for (let node = walk.nextNode(); node; node = walk.nextNode())
        if (node.parentElement && isSeen(node.parentElement)) parts.push(node.nodeValue ?? "")
      return parts.join("")
    }
  })
}

/** All that was shown in this run; nothing when no other test ran before. */
export const recorded = () =>
  new Set((existsSync(FILE) ? readFileSync(FILE, "utf8") : "").split("\n"))

/**
 * Fetches the next page when a visitor is about to ask for it. Browsers that know speculation rules
 * make it ready themselves: /speculation-rules.json has the same links.
 */
export function prefetch() {
  if (HTMLScriptElement.supports?.("speculationrules")) return
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  if (connection?.saveData) return
  const seen = new Set([location.pathname])
  const warm = (event: Event) => {
    const link = (event.target as Element).closest?.("a")
    if (!link || link.origin !== location.origin || link.target) return
    const path = link.pathname
    // Jobs open in place once React is there, and are fetched by it.
    if (seen.has(path) || path.startsWith("/admin") || link.closest(".job, .to-apply")) return
    seen.add(path)
    const hint = document.createElement("link")
    hint.rel = "prefetch"
    hint.href = path
    document.head.append(hint)
  }
  for (const intent of ["pointerover", "focusin", "touchstart"]) {
    document.addEventListener(intent, warm, { passive: true })
  }
}

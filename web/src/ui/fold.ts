/** What opens the closed row that an element is in; nothing where it is in none. */
export function toggleOf(inside: Element): HTMLElement | null {
  const fold = inside.closest("[data-fold][hidden]")
  return fold && document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(fold.id)}"]`)
}

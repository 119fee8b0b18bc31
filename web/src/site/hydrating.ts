/** For any of these React takes a page over at once, in one piece, and whoever types waits for it. Clicks and changes it has to hear. */
export const TYPING = [
  ...["keydown", "keypress", "keyup", "textInput", "input", "paste", "cut"],
  ...["compositionstart", "compositionend"],
  ...["pointerdown", "pointerup", "pointercancel", "mousedown", "mouseup"],
  ...["touchstart", "touchend", "touchcancel"],
]

/** Keeps typing from React until what is returned is called: the browser does with it what it did before React was there. */
export function keepTyping(root: HTMLElement): () => void {
  const keep = (event: Event) => event.stopImmediatePropagation()
  for (const kind of TYPING) root.addEventListener(kind, keep, { capture: true, passive: true })
  return () => {
    for (const kind of TYPING) root.removeEventListener(kind, keep, { capture: true })
  }
}

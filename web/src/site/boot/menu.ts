import { painted } from "@/lib/painted"

/** The full-screen menu. The dialog traps focus, closes on Escape and gives the focus back by itself. */
export function menu() {
  const dialog = document.querySelector<HTMLDialogElement>("#menu")
  const opener = document.querySelector<HTMLButtonElement>(".hd .menu-btn")
  const nav = document.querySelector<HTMLElement>(".hd .nav")
  if (!dialog || !opener || !nav) return
  let isWanted = false
  const close = () => {
    isWanted = false
    dialog.close()
  }

  document.addEventListener("click", (event) => {
    const target = (event.target as Element).closest?.(".menu-btn, .menu a")
    if (!target) return
    // The buttons open and close the dialog by themselves where the browser knows how; here it is always us.
    if (target.matches("button")) event.preventDefault()
    if (target === opener) {
      isWanted = true
      painted().then(() => {
        if (!isWanted || dialog.open) return
        dialog.showModal()
        opener.setAttribute("aria-expanded", "true")
      })
    } else painted().then(close)
  })
  dialog.addEventListener("close", () => opener.setAttribute("aria-expanded", "false"))
  // A page that comes back from the browser's memory comes back as it was left.
  addEventListener("pageshow", (event) => event.persisted && close())
  addEventListener("popstate", close)

  const measure = () => fitLinks(nav)
  measure()
  document.fonts.ready.then(measure)
  addEventListener("resize", measure, { passive: true })
  matchMedia("(min-width: 1024px)").addEventListener("change", close)
}

/** Links that do not fit beside each other are in the menu alone. */
export function fitLinks(nav: HTMLElement) {
  const root = document.documentElement
  root.removeAttribute("data-narrow")
  root.toggleAttribute("data-narrow", nav.scrollWidth > nav.clientWidth + 1)
}

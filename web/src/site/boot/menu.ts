import { painted } from "@/lib/painted"

/** The full-screen menu. The dialog traps focus, closes on Escape and gives the focus back by itself. */
export function menu() {
  const dialog = () => document.querySelector<HTMLDialogElement>("#menu")
  let isWanted = false
  const close = () => {
    isWanted = false
    dialog()?.close()
  }
  const open = (opener: Element) => {
    const menu = dialog()
    if (!isWanted || !menu || menu.open) return
    menu.showModal()
    opener.setAttribute("aria-expanded", "true")
    const closed = () => opener.setAttribute("aria-expanded", "false")
    menu.addEventListener("close", closed, { once: true })
  }

  document.addEventListener("click", (event) => {
    const target = (event.target as Element).closest?.(".menu-btn, .menu a")
    if (!target) return
    // The buttons open and close the dialog by themselves where the browser knows how; here it is always us.
    if (target.matches("button")) event.preventDefault()
    isWanted = target.matches(".hd .menu-btn")
    painted().then(isWanted ? () => open(target) : close)
  })
  // A page that comes back from the browser's memory comes back as it was left.
  addEventListener("pageshow", (event) => event.persisted && close())
  addEventListener("popstate", close)

  const measure = () => {
    const nav = document.querySelector<HTMLElement>(".hd .nav")
    if (nav) fitLinks(nav)
  }
  requestAnimationFrame(measure) // which lays the page out for the frame that follows
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

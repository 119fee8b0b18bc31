import { fitLinks } from "@/site/boot/menu"
import { markScrolled } from "@/site/boot/scroll"

/** What the boot script of a page does for its header; links and forms stay inert. */
export function header() {
  addEventListener("scroll", markScrolled, { passive: true })
  addEventListener("resize", fitHeader, { passive: true })
  document.addEventListener("click", ({ target }) => {
    const button = (target as Element).closest(".menu-btn")
    if (button) menu()?.toggleAttribute("open", !button.closest("dialog"))
  })
}

export function fitHeader() {
  const nav = document.querySelector<HTMLElement>(".hd .nav")
  if (nav) fitLinks(nav)
}

const menu = () => document.querySelector("#menu")

/** Opens the menu where nothing else shows these elements. Not as a dialog, which would take the focus from the form. */
export function openMenuFor(elements: Element[]) {
  if (elements.some((one) => menu()?.contains(one))) menu()?.toggleAttribute("open", true)
}

import css from "./pencil.css?inline"
import { everyPage, type Section, sectionsHere } from "./sections"

const SVG = "http://www.w3.org/2000/svg"

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  props: Partial<HTMLElementTagNameMap[Name]>,
  ...children: Node[]
) {
  const element = Object.assign(document.createElement(name), props)
  element.append(...children)
  return element
}

function icon() {
  const svg = document.createElementNS(SVG, "svg")
  svg.setAttribute("viewBox", "0 0 24 24")
  svg.setAttribute("aria-hidden", "true")
  const path = document.createElementNS(SVG, "path")
  path.setAttribute("d", "M4 20l1-4.5L16.5 4a2.1 2.1 0 0 1 3 3L8 18.5 4 20Z")
  path.setAttribute("fill", "none")
  path.setAttribute("stroke", "currentColor")
  path.setAttribute("stroke-width", "1.75")
  path.setAttribute("stroke-linejoin", "round")
  svg.append(path)
  return svg
}

/** Leads staff from a page to the screens that change it. It lies over the page, which knows nothing of it. */
function pencil() {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  const button = make(
    "button",
    { type: "button", className: "pencil", title: "Edit this page" },
    icon(),
  )
  button.setAttribute("aria-label", "Edit this page")
  button.setAttribute("aria-expanded", "false")
  const outline = make("div", { className: "pencil-at", hidden: true })
  const list = make("nav", { className: "pencil-list", hidden: true })
  list.setAttribute("aria-label", "Edit this page")
  document.body.append(button, list, outline)

  const show = (is: boolean) => {
    if (is) list.replaceChildren(...rows())
    list.hidden = !is
    outline.hidden = true
    button.setAttribute("aria-expanded", String(is))
  }
  const point = ({ name, selector }: Section) => {
    const part = document.querySelector(selector)
    if (!part) return
    const { top, bottom } = part.getBoundingClientRect()
    if (bottom < 0 || top > innerHeight * 0.7)
      part.scrollIntoView({ block: "start", behavior: "instant" })
    const rect = part.getBoundingClientRect()
    outline.dataset.name = name
    outline.hidden = false
    Object.assign(outline.style, {
      left: `${rect.left + scrollX}px`,
      top: `${rect.top + scrollY}px`,
      width: `${rect.width}px`,
      height: `${rect.height}px`,
    })
  }
  const row = (section: Section) => {
    const link = make("a", { href: section.editor, textContent: section.name })
    for (const event of ["pointerenter", "focus"])
      link.addEventListener(event, () => point(section))
    return link
  }
  const rows = () => [
    make("h2", { textContent: "This page" }),
    ...sectionsHere().map(row),
    make("h2", { textContent: "Every page" }),
    ...everyPage.map(row),
    make("hr", {}),
    make("a", { href: "/admin", textContent: "Dashboard" }),
    make("button", { type: "button", textContent: "Hide until I sign in again", onclick: hide }),
  ]
  const hide = () => {
    localStorage.setItem("vitrine-staff", "0")
    for (const one of [button, list, outline]) one.remove()
  }
  button.onclick = () => show(list.hidden)
  addEventListener("popstate", () => show(false))
  addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || list.hidden) return
    show(false)
    button.focus()
  })
  document.addEventListener("pointerdown", ({ target }) => {
    if (!list.hidden && ![button, list].some((one) => one.contains(target as Node))) show(false)
  })
}

pencil()

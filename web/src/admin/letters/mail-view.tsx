import DOMPurify from "dompurify"
import { useLayoutEffect, useRef } from "react"
import type { Ground } from "@/lib/ground"

type Props = {
  /** The mail as the server writes it. */
  html: string
  /** Of the window it is read in, in pixels. */
  width: number
  ground: Ground
  /** How large it is drawn. */
  scale?: number
}

/** A mail as its own HTML says. Neither side's styles reach the other, and its links lead nowhere. */
export function MailView({ html, width, ground, scale = 1 }: Props) {
  const host = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (host.current) draw(host.current, html, width, ground)
  }, [html, width, ground])
  return <div ref={host} className="mail-view" style={{ width, zoom: scale }} />
}

const STYLE = /<style>([\s\S]*?)<\/style>/
// Nothing that an editor wrote has a quote in it that is none of an attribute.
const LOOK = / style="/g

function draw(host: HTMLElement, html: string, width: number, ground: Ground) {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" })
  // The page's policy takes styles from scripts alone, so they travel under another name.
  const body = DOMPurify.sanitize(html.replace(STYLE, "").replace(LOOK, ' data-look="'), {
    RETURN_DOM_FRAGMENT: true,
  })
  for (const one of body.querySelectorAll<HTMLElement>("[data-look]")) {
    one.style.cssText = one.dataset.look ?? ""
    one.removeAttribute("data-look")
  }
  for (const link of body.querySelectorAll("a")) {
    link.title = link.getAttribute("href") ?? ""
    link.removeAttribute("href")
  }
  // Mails name the site in full, which may be reached under another name here.
  for (const image of body.querySelectorAll("img"))
    image.src = new URL(image.src, location.origin).pathname
  root.replaceChildren(body)
  if ("adoptedStyleSheets" in root)
    root.adoptedStyleSheets = [sheetOf(STYLE.exec(html)?.[1] ?? "", width, ground)]
  host.style.colorScheme = ground
}

/** The mail's own rules, with what they ask of the window answered for the one that is shown. */
function sheetOf(css: string, width: number, ground: Ground) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`:host { all: initial; display: block } a { cursor: default } ${css}`)
  for (const rule of sheet.cssRules)
    if (rule instanceof CSSMediaRule)
      rule.media.mediaText = holds(rule.conditionText, width, ground) ? "all" : "not all"
  return sheet
}

function holds(condition: string, width: number, ground: Ground): boolean {
  const most = /max-width:\s*(\d+)px/.exec(condition)?.[1]
  return most ? width <= Number(most) : condition.includes(ground)
}

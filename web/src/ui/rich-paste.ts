import DOMPurify from "dompurify"

const TAGS = [
  "p br b strong i em u s ul ol li blockquote code pre h2 h3 h4 hr a".split(" "),
  // Kept until their meaning is moved to one of the above.
  "h1 h5 h6 strike del span".split(" "),
].flat()

// The policy of the page would refuse every style as it is parsed, and say so; here a style is only read.
const STYLE = "data-style"
const readable = (html: string) =>
  html
    .replace(/<style\b.*?<\/style\s*>/gis, "")
    .replace(/<[a-z][^>]*/gi, (tag) => tag.replace(/(?<=\s)style(?=\s*=)/gi, STYLE))

const styleOf = (one: Element) => one.getAttribute(STYLE) ?? ""

/** Cleans HTML from Word, Google Docs or a web page down to what the editor knows. */
export function paste(html: string): string {
  const body = DOMPurify.sanitize(readable(html), {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ["href", STYLE, "class"],
    ADD_URI_SAFE_ATTR: [STYLE],
    ALLOW_DATA_ATTR: false,
    RETURN_DOM: true,
  }) as HTMLElement
  liftWordLists(body)
  liftStyles(body)
  rename(body, { h1: "h2", h5: "h4", h6: "h4", strike: "s", del: "s" })
  for (const one of body.querySelectorAll("*")) {
    for (const { name } of [...one.attributes]) if (name !== "href") one.removeAttribute(name)
  }
  for (const one of body.querySelectorAll("span")) one.replaceWith(...one.childNodes)
  // Word writes empty paragraphs for space; the editor has margins for that.
  for (const one of body.querySelectorAll("p"))
    if (!one.textContent?.trim() && !one.querySelector("br")) one.remove()
  // Google Docs writes an empty line as a break between two blocks.
  for (const one of body.querySelectorAll("br"))
    if (isBlock(one.previousSibling) || isBlock(one.nextSibling)) one.remove()
  return body.innerHTML
}

const isBlock = (node: Node | null) =>
  node instanceof Element && node.matches("p, ul, ol, h2, h3, h4, blockquote, pre, hr")

// Google Docs writes weights as styles, and wraps everything in a <b> that means nothing.
function liftStyles(body: HTMLElement) {
  for (const one of body.querySelectorAll<HTMLElement>("b, span")) {
    const style = styleOf(one)
    const wraps: string[] = []
    if (/font-weight:\s*(bold|[6-9]00)/i.test(style)) wraps.push("strong")
    if (/font-style:\s*italic/i.test(style)) wraps.push("em")
    if (/text-decoration[^;]*line-through/i.test(style)) wraps.push("s")
    if (/text-decoration[^;]*underline/i.test(style) && !one.closest("a")) wraps.push("u")
    const plainBold = one.tagName === "B" && /font-weight:\s*(normal|400)/i.test(style)
    if (one.tagName === "SPAN" || plainBold) {
      let inner: Node[] = [...one.childNodes]
      for (const tag of wraps) {
        const wrap = document.createElement(tag)
        wrap.append(...inner)
        inner = [wrap]
      }
      one.replaceWith(...inner)
    }
  }
}

// Word writes lists as paragraphs, each with its level in a style and its bullet or number as text.
function liftWordLists(body: HTMLElement) {
  // The lists that the next item may join, the outermost first.
  let open: { level: number; list: HTMLElement }[] = []
  for (const one of body.querySelectorAll<HTMLElement>("p")) {
    const style = styleOf(one)
    if (!/mso-list:/i.test(style) && !/MsoListParagraph/.test(one.className)) continue
    if (one.previousElementSibling !== open[0]?.list) open = []
    const tag = /^\s*\(?\w{1,3}[.)]/.test(takeMark(one)) ? "OL" : "UL"
    const item = document.createElement("li")
    item.append(...one.childNodes)
    const level = Number(/mso-list:[^;]*level(\d)/i.exec(style)?.[1] ?? 1)
    open = open.filter(
      (outer) => outer.level < level || (outer.level === level && outer.list.tagName === tag),
    )
    if (open.at(-1)?.level !== level) {
      const list = document.createElement(tag)
      const parent = open.at(-1)?.list.lastElementChild
      if (parent) parent.append(list)
      else one.before(list)
      open.push({ level, list })
    }
    open.at(-1)?.list.append(item)
    one.remove()
  }
}

/** Takes the bullet or number from the beginning of an item. */
function takeMark(item: HTMLElement): string {
  const mark = item.querySelector(`span[${STYLE}*="mso-list"]`)
  if (mark) {
    mark.remove()
    return mark.textContent ?? ""
  }
  const first = document.createTreeWalker(item, NodeFilter.SHOW_TEXT).nextNode()
  const text = first?.nodeValue ?? ""
  const [written = ""] = /^\s*(?:[·•o§▪-]|\(?\w{1,3}[.)])[\s\u00a0]+/.exec(text) ?? []
  if (first) first.nodeValue = text.slice(written.length)
  return written
}

function rename(body: HTMLElement, names: Record<string, string>) {
  for (const [from, to] of Object.entries(names)) {
    for (const one of body.querySelectorAll(from)) {
      const renamed = document.createElement(to)
      renamed.append(...one.childNodes)
      one.replaceWith(renamed)
    }
  }
}

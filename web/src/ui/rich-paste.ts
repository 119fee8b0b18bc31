import DOMPurify from "dompurify"

const TAGS = [
  "p br b strong i em u s ul ol li blockquote code pre h2 h3 h4 hr a".split(" "),
  // Kept until their meaning is moved to one of the above.
  "h1 h5 h6 strike del span".split(" "),
].flat()

/** Cleans HTML from Word, Google Docs or a web page down to what the editor knows. */
export function paste(html: string): string {
  const body = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ["href", "style", "class"],
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
  for (const one of body.querySelectorAll("li > p")) one.replaceWith(...one.childNodes)
  // Word writes empty paragraphs for space; the editor has margins for that.
  for (const one of body.querySelectorAll("p"))
    if (!one.textContent?.trim() && !one.querySelector("br")) one.remove()
  return body.innerHTML
}

// Google Docs writes weights as styles, and wraps everything in a <b> that means nothing.
function liftStyles(body: HTMLElement) {
  for (const one of body.querySelectorAll<HTMLElement>("b, span")) {
    const style = one.getAttribute("style") ?? ""
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

// Word writes lists as paragraphs, each with its bullet or number as text.
function liftWordLists(body: HTMLElement) {
  for (const one of body.querySelectorAll<HTMLElement>("p")) {
    const isItem =
      /mso-list:/i.test(one.getAttribute("style") ?? "") || /MsoListParagraph/.test(one.className)
    if (!isItem) continue
    const mark = /^\s*(?:[·•o§▪-]|\(?\w{1,3}[.)])[\s\u00a0]+/
    const numbered = /^\s*\(?\w{1,3}[.)]/.test(one.textContent ?? "")
    for (const bullet of one.querySelectorAll<HTMLElement>('span[style*="mso-list"]'))
      bullet.remove()
    const first = document.createTreeWalker(one, NodeFilter.SHOW_TEXT).nextNode()
    if (first) first.textContent = (first.textContent ?? "").replace(mark, "")
    const item = document.createElement("li")
    item.append(...one.childNodes)
    const tag = numbered ? "OL" : "UL"
    const before = one.previousElementSibling
    if (before?.tagName === tag && before.hasAttribute("class")) {
      before.append(item)
      one.remove()
    } else {
      const list = document.createElement(tag)
      // Marks a list of ours, which the next item joins; removed with all other attributes.
      list.className = "word"
      list.append(item)
      one.replaceWith(list)
    }
  }
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

// What editors and the server make; any other tag is a text that somebody typed, and is parsed by nobody.
const OURS =
  /<\/?(?:p|br|b|strong|i|em|u|s|a|ul|ol|li|blockquote|code|pre|h[1-6]|hr|div|span|img)(?:\s+(?:href|target|rel|class|start|src|alt|width|height)="[^"<>]*")*\s*\/?>/gi

export const isRich = (text: string) =>
  /<\/[a-z]\w*>|<[bh]r\s*\/?>|<img\s/i.test(text) && !/<[a-z/!?]/i.test(text.replace(OURS, ""))

/** What a text says: of rich text its lines, with the marks of its lists and the addresses of its links and pictures. */
export const textOf = (value: string) => (isRich(value) ? richLines(value) : value)

/** Rich text as lines a person can read and paste anywhere: lists keep their marks, and links their addresses. */
function richLines(html: string): string {
  return blocks(new DOMParser().parseFromString(html, "text/html").body).join("\n\n")
}

function blocks(parent: Node): string[] {
  const all: string[] = []
  let run = ""
  const end = () => {
    const text = run.replace(/ *\n */g, "\n").trim()
    if (text) all.push(text)
    run = ""
  }
  for (const node of parent.childNodes) {
    const block = blockOf(node)
    if (block === undefined) run += inline(node)
    else end()
    if (block) all.push(block)
  }
  end()
  return all
}

function blockOf(node: Node): string | undefined {
  switch (node.nodeName) {
    case "UL":
      return items(node, () => "- ")
    case "OL":
      return items(node, (at) => `${at + 1}. `)
    case "BLOCKQUOTE":
      return `> ${blocks(node).join("\n\n").replaceAll("\n", "\n> ")}`
    case "PRE":
      return node.textContent ?? ""
    case "HR":
      return "---"
  }
  if (/^(P|DIV|H\d)$/.test(node.nodeName)) return blocks(node).join("\n")
}

function items(list: Node, mark: (at: number) => string): string {
  const all = [...(list as Element).children].map((item, at) => {
    const under = `\n${" ".repeat(mark(at).length)}`
    return mark(at) + blocks(item).join("\n").replaceAll("\n", under)
  })
  return all.join("\n")
}

function inline(node: Node): string {
  if (node.nodeName === "BR") return "\n"
  if (node.nodeType === Node.TEXT_NODE) return (node.nodeValue ?? "").replace(/\s+/g, " ")
  if (node.nodeName === "IMG") return pictured(node as Element)
  const text = [...node.childNodes].map(inline).join("")
  const url = node.nodeName === "A" && (node as Element).getAttribute("href")
  return url && url !== text ? `${text} (${url})` : text
}

// By what it shows and where it lies, so that another picture reads as another text.
function pictured(image: Element): string {
  const alt = image.getAttribute("alt")
  return `[Picture${alt ? `: ${alt}` : ""}] (${image.getAttribute("src") ?? ""})`
}

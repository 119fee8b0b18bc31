import { type KeyboardShortcutCommand, Mark, Node } from "@tiptap/core"
import { StarterKit } from "@tiptap/starter-kit"

// The editor's own rules are narrower than the server's: what does not fit them would be lost by opening a text.
const Kit = StarterKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map((one) => {
      if (one instanceof Mark && one.name === "code") return one.extend({ excludes: "code" })
      if (one instanceof Node && one.name === "codeBlock")
        return one.extend({ marks: "bold italic underline strike link" })
      if (one instanceof Node && one.name === "listItem") return widened(one)
      return one
    })
  },
})

const widened = (listItem: Node) =>
  listItem.extend({
    content: "block+",
    addKeyboardShortcuts() {
      const keys = this.parent?.() ?? {}
      // A new line of code is not a new item.
      const enter: KeyboardShortcutCommand = (press) =>
        !this.editor.isActive("codeBlock") && (keys.Enter?.(press) ?? false)
      return { ...keys, Enter: enter }
    },
  })

/** What a rich text may hold: exactly what the server lets through, so that nothing is lost in either direction. */
export const extensions = [
  Kit.configure({
    heading: { levels: [2, 3, 4] },
    codeBlock: { HTMLAttributes: {} },
    // An empty paragraph after a list or a rule would be stored with every save.
    trailingNode: false,
    link: {
      openOnClick: false,
      autolink: true,
      defaultProtocol: "https",
      protocols: ["http", "https", "mailto", "tel"],
      HTMLAttributes: { target: null, rel: null, class: null },
      isAllowedUri: isLink,
    },
  }),
]

/** The addresses the server keeps in a link. */
export function isLink(href: string | null | undefined): boolean {
  return /^(https?:\/\/[^/\\]|mailto:|tel:|\/([^/\\]|$))/i.test(href ?? "")
}

/** What a person typed as a link: an address of a page, a mailbox, or a path of this site. */
export function toLink(typed: string): string | undefined {
  const text = typed.trim()
  if (isLink(text)) return text
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(text)) return `mailto:${text}`
  if (/^[^\s:/?#]+\.[^\s]+$/.test(text)) return `https://${text}`
  return undefined
}

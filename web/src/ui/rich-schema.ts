import { Extension, type KeyboardShortcutCommand, Mark, Node } from "@tiptap/core"
import type { Node as ProseMirrorNode } from "@tiptap/pm/model"
import { Plugin } from "@tiptap/pm/state"
import { Decoration, DecorationSet } from "@tiptap/pm/view"
import { StarterKit } from "@tiptap/starter-kit"
import type { LucideIcon } from "lucide-react"
import { isPicture } from "@/lib/text"

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

/** What a screen puts into a text: it asks what, and hands over HTML. */
export type RichInsert = {
  label: string
  icon: LucideIcon
  /** In the bar, and not behind the three dots. */
  isAtHand?: boolean
  ask: (insert: (html: string) => void) => void
}

export type RichPicture = { src: string; alt: string; width: number; height: number }

const Picture = Node.create({
  name: "picture",
  group: "block",
  draggable: true,
  addAttributes: () => ({ src: {}, alt: { default: "" }, width: {}, height: {} }),
  parseHTML: () => [
    { tag: "img", getAttrs: (image) => isPicture(image.getAttribute("src")) && null },
  ],
  renderHTML: ({ HTMLAttributes: { src, alt, width, height } }) => [
    "img",
    { src, alt, width, height },
  ],
})

/** A rich text that may show pictures of the library too. */
export const illustrated = [...extensions, Picture]

// A link that is alone in its paragraph is a button in a mail, and looks like one while it is written.
const Buttons = Extension.create({
  name: "buttons",
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        decorations: ({ doc }) => {
          const marked: Decoration[] = []
          doc.descendants((node, at) => {
            if (isButton(node))
              marked.push(Decoration.node(at, at + node.nodeSize, { class: "rich-button" }))
            return !node.isTextblock
          })
          return DecorationSet.create(doc, marked)
        },
      },
    }),
  ],
})

function isButton(node: ProseMirrorNode): boolean {
  if (node.type.name !== "paragraph" || node.childCount === 0) return false
  const links = node.children.map((child) => child.marks.find(({ type }) => type.name === "link"))
  return links.every((link) => link && link.attrs.href === links[0]?.attrs.href)
}

/** A letter: pictures and buttons. */
export const lettered = [...illustrated, Buttons]

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

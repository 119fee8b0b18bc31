import { type Editor, useEditorState } from "@tiptap/react"
import {
  Bold,
  Code,
  Heading2,
  Heading3,
  Heading4,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Minus,
  Quote,
  Redo2,
  Strikethrough,
  Underline,
  Undo2,
} from "lucide-react"
import { Toolbar } from "radix-ui"
import { Fragment, useState } from "react"
import { iconButtonStyle } from "./icon-button"
import { RichLink } from "./rich-link"

type Tool = {
  label: string
  icon: LucideIcon
  run: (editor: Editor) => void
  on?: (editor: Editor) => boolean
  off?: (editor: Editor) => boolean
}

const mark = (label: string, icon: LucideIcon, name: string): Tool => ({
  label,
  icon,
  run: (editor) => editor.chain().focus().toggleMark(name).run(),
  on: (editor) => editor.isActive(name),
})

const heading = (level: 2 | 3 | 4, icon: LucideIcon): Tool => ({
  label: `Heading ${level}`,
  icon,
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
  on: (editor) => editor.isActive("heading", { level }),
})

const groups: Tool[][] = [
  [heading(2, Heading2), heading(3, Heading3), heading(4, Heading4)],
  [
    mark("Bold", Bold, "bold"),
    mark("Italic", Italic, "italic"),
    mark("Underline", Underline, "underline"),
    mark("Strikethrough", Strikethrough, "strike"),
    mark("Code", Code, "code"),
  ],
  [
    {
      label: "Bulleted list",
      icon: List,
      run: (editor) => editor.chain().focus().toggleBulletList().run(),
      on: (editor) => editor.isActive("bulletList"),
    },
    {
      label: "Numbered list",
      icon: ListOrdered,
      run: (editor) => editor.chain().focus().toggleOrderedList().run(),
      on: (editor) => editor.isActive("orderedList"),
    },
    {
      label: "Quote",
      icon: Quote,
      run: (editor) => editor.chain().focus().toggleBlockquote().run(),
      on: (editor) => editor.isActive("blockquote"),
    },
    {
      label: "Line",
      icon: Minus,
      run: (editor) => editor.chain().focus().setHorizontalRule().run(),
    },
  ],
  [
    {
      label: "Undo",
      icon: Undo2,
      run: (editor) => editor.chain().focus().undo().run(),
      off: (editor) => !editor.can().undo(),
    },
    {
      label: "Redo",
      icon: Redo2,
      run: (editor) => editor.chain().focus().redo().run(),
      off: (editor) => !editor.can().redo(),
    },
  ],
]

/** The toolbar of an editor: one stop of the Tab key, arrows inside. */
export function RichTools({ editor, disabled }: { editor: Editor; disabled: boolean }) {
  const [isLinking, setLinking] = useState(false)
  const state = useEditorState({
    editor,
    selector: ({ editor }) => ({
      link: editor.isActive("link"),
      tools: groups.flat().map((tool) => ({ on: tool.on?.(editor), off: tool.off?.(editor) })),
    }),
  })
  let index = -1
  const button = (tool: Tool) => {
    const now = state.tools[++index]
    return (
      <Toolbar.Button
        key={tool.label}
        type="button"
        aria-label={tool.label}
        title={tool.label}
        aria-pressed={tool.on && now?.on}
        data-state={now?.on ? "on" : "off"}
        disabled={disabled || now?.off}
        className={`${iconButtonStyle()} disabled:cursor-not-allowed disabled:text-line-2`}
        onClick={() => tool.run(editor)}
      >
        <tool.icon />
      </Toolbar.Button>
    )
  }
  return (
    <>
      <Toolbar.Root aria-label="Formatting" className="rich-tools">
        {groups.map((group, at) => (
          <Fragment key={group[0]?.label}>
            {at > 0 && <Toolbar.Separator className="rich-rule" />}
            {group.map(button)}
            {at === 1 && (
              <Toolbar.Button
                type="button"
                aria-label="Link"
                title="Link"
                aria-pressed={state.link}
                data-state={state.link ? "on" : "off"}
                disabled={disabled}
                className={iconButtonStyle()}
                onClick={() => setLinking(true)}
              >
                <Link />
              </Toolbar.Button>
            )}
          </Fragment>
        ))}
      </Toolbar.Root>
      {isLinking && <RichLink editor={editor} onDone={() => setLinking(false)} />}
    </>
  )
}

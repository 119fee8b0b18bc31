import { type Editor, useEditorState } from "@tiptap/react"
import {
  Bold,
  Code,
  Ellipsis,
  Heading2,
  Heading3,
  Heading4,
  Image,
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
import { DropdownMenu, Toolbar } from "radix-ui"
import { Fragment, useRef, useState } from "react"
import type { RichToolbar } from "@/lib/rich-toolbar"
import { iconButtonStyle } from "./icon-button"
import { RichLink } from "./rich-link"
import type { RichInsert, RichPicture } from "./rich-schema"

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

const tools = {
  heading: heading(2, Heading2),
  subheading: heading(3, Heading3),
  smallHeading: heading(4, Heading4),
  bold: mark("Bold", Bold, "bold"),
  italic: mark("Italic", Italic, "italic"),
  underline: mark("Underline", Underline, "underline"),
  strike: mark("Strikethrough", Strikethrough, "strike"),
  code: mark("Code", Code, "code"),
  // What it does is asked below the toolbar.
  link: { label: "Link", icon: Link, run: () => {}, on: (editor) => editor.isActive("link") },
  bullets: {
    label: "Bulleted list",
    icon: List,
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
    on: (editor) => editor.isActive("bulletList"),
  },
  numbers: {
    label: "Numbered list",
    icon: ListOrdered,
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    on: (editor) => editor.isActive("orderedList"),
  },
  quote: {
    label: "Quote",
    icon: Quote,
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
    on: (editor) => editor.isActive("blockquote"),
  },
  picture: { label: "Picture", icon: Image, run: () => {} },
  line: {
    label: "Line",
    icon: Minus,
    run: (editor) => editor.chain().focus().setHorizontalRule().run(),
  },
  undo: {
    label: "Undo",
    icon: Undo2,
    run: (editor) => editor.chain().focus().undo().run(),
    off: (editor) => !editor.can().undo(),
  },
  redo: {
    label: "Redo",
    icon: Redo2,
    run: (editor) => editor.chain().focus().redo().run(),
    off: (editor) => !editor.can().redo(),
  },
} satisfies Record<string, Tool>

type Name = keyof typeof tools

const INLINE: Name[] = ["bold", "italic", "link"]
const LISTS: Name[] = ["bullets", "numbers"]

// What is at hand, in groups; all else is behind the three dots, so that nothing stored is out of reach.
const BARS: Record<"inline" | RichToolbar, Name[][]> = {
  inline: [INLINE],
  lists: [INLINE, LISTS],
  prose: [
    ["heading", ...INLINE],
    [...LISTS, "quote"],
  ],
  page: [
    ["heading", ...INLINE],
    [...LISTS, "quote", "picture", "line"],
  ],
  letter: [
    ["heading", ...INLINE],
    ["bullets", "picture", "line"],
  ],
}

type Props = {
  editor: Editor
  bar?: RichToolbar
  disabled: boolean
  onPicture?: (insert: (picture: RichPicture) => void) => void
  inserts?: RichInsert[]
}

/** The toolbar of an editor: one stop of the Tab key, arrows inside. */
export function RichTools({ editor, bar, disabled, onPicture, inserts = [] }: Props) {
  const [isLinking, setLinking] = useState(false)
  const state = useEditorState({
    editor,
    selector: ({ editor }) =>
      Object.fromEntries(
        Object.entries<Tool>(tools).map(([name, { on, off }]) => [
          name,
          { on: on?.(editor), off: off?.(editor) ?? false },
        ]),
      ) as Record<Name, { on?: boolean; off: boolean }>,
  })
  const run = (name: Name) => {
    if (name === "link") setLinking(true)
    else if (name !== "picture") tools[name].run(editor)
    else
      onPicture?.((attrs) => editor.chain().focus().insertContent({ type: "picture", attrs }).run())
  }
  const insert = ({ ask }: RichInsert) =>
    ask((html) => editor.chain().focus().insertContent(html).run())
  const has = (name: Name) => name !== "picture" || onPicture !== undefined
  const groups = BARS[bar ?? "inline"].map((group) => group.filter(has))
  const rest = (Object.keys(tools) as Name[]).filter(
    (one) => has(one) && !groups.flat().includes(one),
  )
  return (
    <>
      <Toolbar.Root aria-label="Formatting" className="rich-tools" data-bar={bar}>
        {groups.map((group, at) => (
          <Fragment key={group[0]}>
            {at > 0 && <Toolbar.Separator className="rich-rule" />}
            {group.map((name) => {
              const { label, icon: Icon, on }: Tool = tools[name]
              return (
                <Toolbar.Button
                  key={name}
                  type="button"
                  aria-label={label}
                  title={label}
                  aria-pressed={on && state[name].on}
                  data-on={state[name].on}
                  disabled={disabled || state[name].off}
                  className={`${iconButtonStyle()} disabled:cursor-not-allowed disabled:text-line-2`}
                  onClick={() => run(name)}
                >
                  <Icon />
                </Toolbar.Button>
              )
            })}
          </Fragment>
        ))}
        {inserts
          .filter(({ isAtHand }) => isAtHand)
          .map((one) => (
            <Toolbar.Button
              key={one.label}
              type="button"
              aria-label={one.label}
              title={one.label}
              disabled={disabled}
              className={`${iconButtonStyle()} disabled:cursor-not-allowed disabled:text-line-2`}
              onClick={() => insert(one)}
            >
              <one.icon />
            </Toolbar.Button>
          ))}
        <MoreTools
          names={rest}
          state={state}
          disabled={disabled}
          onRun={run}
          inserts={inserts.filter(({ isAtHand }) => !isAtHand)}
          onInsert={insert}
        />
      </Toolbar.Root>
      {isLinking && <RichLink editor={editor} onDone={() => setLinking(false)} />}
    </>
  )
}

type MoreProps = {
  names: Name[]
  state: Record<Name, { on?: boolean; off: boolean }>
  disabled: boolean
  onRun: (name: Name) => void
  inserts: RichInsert[]
  onInsert: (one: RichInsert) => void
}

function MoreTools({ names, state, disabled, onRun, inserts, onInsert }: MoreProps) {
  const chosen = useRef<() => void>(undefined)
  // The caret goes back into the text, not to the dots.
  const runChosen = (event: Event) => {
    const run = chosen.current
    chosen.current = undefined
    if (!run) return
    event.preventDefault()
    run()
  }
  return (
    <DropdownMenu.Root modal={false}>
      <Toolbar.Button asChild disabled={disabled}>
        <DropdownMenu.Trigger asChild>
          <button
            type="button"
            aria-label="More tools"
            title="More tools"
            data-on={names.some((name) => state[name].on)}
            className={`${iconButtonStyle()} ml-auto disabled:cursor-not-allowed disabled:text-line-2`}
          >
            <Ellipsis />
          </button>
        </DropdownMenu.Trigger>
      </Toolbar.Button>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="row-menu"
          align="end"
          sideOffset={4}
          onCloseAutoFocus={runChosen}
        >
          {inserts.map((one) => (
            <DropdownMenu.Item
              key={one.label}
              className="row-menu-item"
              onSelect={() => {
                chosen.current = () => onInsert(one)
              }}
            >
              <one.icon aria-hidden="true" /> {one.label}
            </DropdownMenu.Item>
          ))}
          {names.map((name) => {
            const { label, icon: Icon, on }: Tool = tools[name]
            const item = {
              className: "row-menu-item",
              disabled: state[name].off,
              onSelect: () => {
                chosen.current = () => onRun(name)
              },
              children: (
                <>
                  <Icon aria-hidden="true" /> {label}
                </>
              ),
            }
            return on ? (
              <DropdownMenu.CheckboxItem key={name} checked={!!state[name].on} {...item} />
            ) : (
              <DropdownMenu.Item key={name} {...item} />
            )
          })}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

import { EditorContent, useEditor } from "@tiptap/react"
import { type Ref, useEffect, useImperativeHandle, useRef } from "react"
import type { RichToolbar } from "@/lib/rich-toolbar"
import { paste } from "./rich-paste"
import { extensions, illustrated, lettered, type RichInsert, type RichPicture } from "./rich-schema"
import { RichTools } from "./rich-tools"

type Props = {
  value: string
  onChange: (html: string) => void
  labelledBy: string
  describedBy?: string
  invalid?: boolean
  height: number
  /** What is at hand besides bold, italic and links. */
  tools?: RichToolbar
  disabled?: boolean
  onBreak: () => void
  /** Has a picture chosen, and inserts it; without, the text shows none. */
  onPicture?: (insert: (picture: RichPicture) => void) => void
  /** What else can be put into the text. */
  inserts?: RichInsert[]
  ref?: Ref<{ focus: () => void }>
}

export default function RichEditor(props: Props) {
  const { value, onChange, labelledBy, describedBy, invalid, height, disabled = false } = props
  const { onBreak, onPicture, inserts, tools, ref } = props
  // What the editor last said, so that its own words coming back do not move the caret.
  const said = useRef(value)
  const editor = useEditor({
    extensions: tools === "letter" ? lettered : onPicture ? illustrated : extensions,
    content: value,
    editable: !disabled,
    injectCSS: false,
    editorProps: {
      attributes: {
        class: "prose",
        role: "textbox",
        "aria-multiline": "true",
        "aria-labelledby": labelledBy,
        ...(describedBy && { "aria-describedby": describedBy }),
        ...(invalid && { "aria-invalid": "true" }),
      },
      transformPastedHTML: paste,
    },
    onUpdate: ({ editor }) => {
      said.current = editor.isEmpty ? "" : editor.getHTML()
      onChange(said.current)
    },
    onContentError: onBreak,
  })

  useImperativeHandle(ref, () => ({ focus: () => editor?.commands.focus() }), [editor])

  useEffect(() => {
    if (!editor || value === said.current) return
    said.current = value
    editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])

  useEffect(() => {
    editor?.setEditable(!disabled, false)
  }, [editor, disabled])

  if (!editor) return null
  return (
    <div className="rich" data-invalid={invalid ? true : undefined}>
      <RichTools
        editor={editor}
        bar={tools}
        disabled={disabled}
        onPicture={onPicture}
        inserts={inserts}
      />
      <EditorContent editor={editor} className="rich-page" style={{ minHeight: height }} />
    </div>
  )
}

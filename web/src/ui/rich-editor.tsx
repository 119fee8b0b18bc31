import { EditorContent, useEditor } from "@tiptap/react"
import { type Ref, useEffect, useImperativeHandle, useRef } from "react"
import { paste } from "./rich-paste"
import { extensions } from "./rich-schema"
import { RichTools } from "./rich-tools"

type Props = {
  value: string
  onChange: (html: string) => void
  labelledBy: string
  describedBy?: string
  invalid?: boolean
  height: number
  disabled?: boolean
  onBreak: () => void
  ref?: Ref<{ focus: () => void }>
}

export default function RichEditor(props: Props) {
  const { value, onChange, labelledBy, describedBy, invalid, height, disabled = false } = props
  const { onBreak, ref } = props
  // What the editor last said, so that its own words coming back do not move the caret.
  const said = useRef(value)
  const editor = useEditor({
    extensions,
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
      <RichTools editor={editor} disabled={disabled} />
      <EditorContent editor={editor} className="rich-page" style={{ height }} />
    </div>
  )
}

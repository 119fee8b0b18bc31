import type { Editor } from "@tiptap/react"
import { type KeyboardEvent, useId, useState } from "react"
import { Button } from "./button"
import { FieldError } from "./field"
import { toLink } from "./rich-schema"

/** Asks where a link leads, in a row below the toolbar. */
export function RichLink({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const id = useId()
  const [typed, setTyped] = useState<string>(editor.getAttributes("link").href ?? "")
  const [isWrong, setWrong] = useState(false)
  const close = () => {
    onDone()
    editor.commands.focus()
  }
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return
    event.preventDefault()
    event.stopPropagation()
    close()
  }
  const remove = () => {
    editor.chain().focus().extendMarkRange("link").unsetLink().run()
    onDone()
  }
  const set = () => {
    if (typed.trim() === "") return remove()
    const href = toLink(typed)
    if (!href) return setWrong(true)
    const chain = editor.chain().focus().extendMarkRange("link")
    // With nothing selected there is no text to link, so the address itself is written.
    if (editor.state.selection.empty && !editor.isActive("link"))
      chain
        .insertContent({
          type: "text",
          text: typed.trim(),
          marks: [{ type: "link", attrs: { href } }],
        })
        .run()
    else chain.setLink({ href }).run()
    onDone()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of its input and buttons come up here
    <div data-own-escape className="border-b border-line px-3 py-2" onKeyDown={onEscape}>
      <div className="flex flex-wrap items-center gap-2">
        <label htmlFor={id} className="sr-only">
          Link address
        </label>
        <input
          id={id}
          ref={(input) => input?.focus()}
          value={typed}
          placeholder="https://, /path or an email address"
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? `${id}-error` : undefined}
          className="control h-8.5 min-w-0 flex-1 basis-48 px-2.5"
          onChange={(event) => {
            setTyped(event.target.value)
            setWrong(false)
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return
            event.preventDefault()
            event.stopPropagation()
            set()
          }}
        />
        <Button size="sm" onClick={set}>
          Set link
        </Button>
        {editor.isActive("link") && (
          <Button size="sm" look="ghost" onClick={remove}>
            Remove link
          </Button>
        )}
        <Button size="sm" look="ghost" onClick={close}>
          Cancel
        </Button>
      </div>
      {isWrong && <FieldError id={`${id}-error`}>Must be a valid URL</FieldError>}
    </div>
  )
}

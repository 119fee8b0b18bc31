import { useState } from "react"
import { Button } from "@/ui/button"
import { LineInput } from "@/ui/input"
import { type Noted, useAddNote } from "./api"

const MOST = 10_000

export function AddNote({ table, id }: { table: Noted; id: number }) {
  const [text, setText] = useState("")
  const add = useAddNote()
  const send = () => {
    if (text.trim() === "" || add.isPending) return
    add.mutate(
      { about_table: table, about_id: id, text: text.trim() },
      { onSuccess: () => setText("") },
    )
  }
  return (
    <form
      className="flex items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <LineInput
        aria-label="Add a note"
        placeholder="Add a note. Only your team sees it."
        data-add
        maxLength={MOST}
        value={text}
        onChange={setText}
        onEnter={send}
      />
      {text.trim() !== "" && (
        <Button type="submit" pending={add.isPending} pendingLabel="Adding...">
          Add note
        </Button>
      )}
    </form>
  )
}

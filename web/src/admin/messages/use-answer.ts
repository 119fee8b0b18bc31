import { useEffect, useEffectEvent, useState } from "react"
import { dropDraft, findDrafts, keepDraft } from "@/lib/draft"
import { useUser } from "../session/session"

/** The answer that is being written to a message; what was not sent is found again. */
export function useAnswer(messageId: number) {
  const owner = useUser().id
  const name = `answer/${messageId}`
  const [text, setText] = useState("")
  const [isOpen, setOpen] = useState(false)
  const find = useEffectEvent(async () => {
    const [found] = await findDrafts<string, null>(owner, (one) => one === name)
    if (!found) return
    setText((now) => now || found.draft.values)
    setOpen(true)
  })
  useEffect(() => void find(), [])
  const write = (next: string) => {
    setText(next)
    if (next.trim()) keepDraft(owner, name, { values: next, base: null, at: Date.now() })
    else dropDraft(owner, name)
  }
  return { text, isOpen, setOpen, write }
}

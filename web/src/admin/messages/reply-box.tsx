import { useEffect, useEffectEvent, useRef } from "react"
import { studio } from "@/lib/shell"
import { Button } from "@/ui/button"
import { Textarea } from "@/ui/input"
import { useReply } from "./act"
import type { Message } from "./api"

type Props = {
  message: Message
  text: string
  onChange: (text: string) => void
  onSent: () => void
  onCancel: () => void
}

/** Where an answer is written that goes out from here. */
export function ReplyBox({ message, text, onChange, onSent, onCancel }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const reply = useReply()
  const isEmpty = text.trim() === ""
  const send = () => {
    if (isEmpty) return field.current?.focus()
    if (!reply.isPending) reply.mutate({ id: message.id, text }, { onSuccess: onSent })
  }
  const focus = useEffectEvent(() => field.current?.focus())
  useEffect(() => focus(), [])
  return (
    <form
      className="desk-reply"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <label htmlFor="answer" className="font-medium">
        Your answer to {message.name}
      </label>
      <Textarea
        id="answer"
        ref={field}
        rows={5}
        maxLength={10_000}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) send()
          if (event.key === "Escape") onCancel()
        }}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          type="submit"
          look="primary"
          disabled={isEmpty}
          pending={reply.isPending}
          pendingLabel="Sending..."
          aria-keyshortcuts="Control+Enter Meta+Enter"
        >
          Send answer
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
        <p className="min-w-0 flex-1 basis-40 text-label text-ink-2 wrap-anywhere">
          A mail to {message.email}, from {studio.name}.
        </p>
      </div>
    </form>
  )
}

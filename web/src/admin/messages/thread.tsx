import { useQuery } from "@tanstack/react-query"
import { outcome } from "@/lib/mail-outcome"
import { Badge } from "@/ui/badge"
import { Button } from "@/ui/button"
import { AddNote } from "../notes/add-note"
import { notesOn } from "../notes/api"
import { Item, NoteItem } from "../notes/item"
import { useUser } from "../session/session"
import { useNames } from "../session/staff"
import { type Message, type Reply, repliesTo } from "./api"
import { type Letter, useMail, useResend } from "./mail"

/** What the team wrote about a message, and what it answered, in the order in which that came. */
export function Thread({ message }: { message: Message }) {
  const notes = useQuery(notesOn("contact_form_submissions", message.id))
  const replies = useQuery(repliesTo(message.id))
  const { data: letters = [] } = useMail(replies.data?.length ? [message.id] : [])
  const written = [
    ...(notes.data ?? []).map((note) => ({ note, at: note.created_at })),
    ...(replies.data ?? []).map((reply) => ({ reply, at: reply.created_at })),
  ].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
  const nameOf = useNames([...(notes.data ?? []), ...(replies.data ?? [])])
  const isUnknown = notes.isError || replies.isError
  return (
    <section aria-label="Notes and answers" className="desk-thread">
      {isUnknown && (
        <p className="text-label text-ink-3">Notes and answers could not be loaded right now.</p>
      )}
      {written.length > 0 && (
        <ul className="grid gap-3" data-rows>
          {written.map((one) =>
            "note" in one ? (
              <NoteItem key={`note ${one.note.id}`} note={one.note} name={nameOf(one.note)} />
            ) : (
              <ReplyItem
                key={`reply ${one.reply.id}`}
                reply={one.reply}
                name={nameOf(one.reply)}
                letter={letters.find(({ reply_id }) => reply_id === one.reply.id)}
              />
            ),
          )}
        </ul>
      )}
      <AddNote key={message.id} table="contact_form_submissions" id={message.id} />
    </section>
  )
}

function ReplyItem({ reply, name, letter }: { reply: Reply; name: string; letter?: Letter }) {
  const isMine = useUser().id === reply.user_id
  const resend = useResend()
  const isLate = letter?.state === "given up" || (letter?.state === "queued" && letter.attempts > 0)
  return (
    <Item name={name} at={reply.created_at} text={reply.text} isMine={isMine} kind="Answer">
      {letter && (
        <div className="mt-2 flex flex-wrap items-center gap-2">
          <Badge look={letter.state === "sent" ? "on" : isLate ? "warn" : "plain"}>
            {outcome(letter)}
          </Badge>
          {isLate && (
            <Button
              size="sm"
              pending={resend.isPending}
              pendingLabel="Sending..."
              onClick={() =>
                resend.mutate({ id: reply.message_id, kind: "reply", reply_id: reply.id })
              }
            >
              Send again
            </Button>
          )}
          {letter.last_error && (
            <p className="basis-full text-label text-ink-2 wrap-anywhere">{letter.last_error}</p>
          )}
        </div>
      )}
    </Item>
  )
}

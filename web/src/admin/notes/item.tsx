import type { ReactNode } from "react"
import { cn } from "@/lib/cn"
import { feedMoment } from "@/lib/format"
import { RemoveButton } from "@/ui/remove-button"
import { When } from "@/ui/when"
import { useUser } from "../session/session"
import { type Note, useDeleteNote } from "./api"

type Props = {
  kind: "Note" | "Answer"
  name: string
  at: string
  text: string
  isMine: boolean
  aside?: ReactNode
  children?: ReactNode
}

/** What somebody of the team wrote: to each other, or as an answer. */
export function Item({ kind, name, at, text, isMine, aside, children }: Props) {
  return (
    <li className={cn("desk-item", kind === "Answer" && "desk-answer")}>
      <span className={cn("feed-face", isMine && "feed-face-me")} aria-hidden="true">
        {name.charAt(0).toUpperCase()}
      </span>
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          <span className="sr-only">{kind} of </span>
          <b className="font-medium">{name}</b>{" "}
          <When at={at} as={feedMoment} className="text-micro text-ink-2" />
          {kind === "Answer" && <span className="text-micro text-ink-2">, answered by mail</span>}
          <span className="mt-0.5 block whitespace-pre-wrap">{text}</span>
        </p>
        {children}
      </div>
      {aside}
    </li>
  )
}

export function NoteItem({ note, name }: { note: Note; name: string }) {
  const isMine = useUser().id === note.user_id
  const remove = useDeleteNote()
  return (
    <Item
      name={name}
      at={note.created_at}
      text={note.text}
      isMine={isMine}
      kind="Note"
      aside={
        isMine && (
          <RemoveButton
            label="Delete your note"
            className="-my-1 -mr-2"
            onClick={() => !remove.isPending && remove.mutate(note)}
          />
        )
      }
    />
  )
}

import { Link } from "wouter"
import { clock, fullMoment } from "@/lib/format"
import { inTrashFor } from "@/lib/trash-time"
import { Button, buttonStyle } from "@/ui/button"
import type { RowProps } from "@/ui/virtual-rows"
import { editorOf, kindOf } from "../kinds/kinds"
import { usePutBack } from "../kinds/put-back"
import { useUser } from "../session/session"
import type { Entry, Version } from "./api"
import { inWords } from "./in-words"

type Props = { place: RowProps; entry: Entry; version?: Version; by: string; onGo?: () => void }

export function EntryRow({ place, entry, version, by, onGo }: Props) {
  const { id: me, role } = useUser()
  const { verb, object, after, more } = inWords(entry, version)
  const isInTrash = entry.action === "deleted" && version?.restored_at === null
  const { path } = kindOf(entry.document)
  const isThere = ["created", "saved", "restored", "reordered"].includes(entry.action)
  const isTheirs = path !== "/admin/users" || role === "admin"
  const editor = editorOf(entry.document, entry.document_id)
  const change = editor && entry.action === "saved" && version && editor(version.id)
  return (
    <li className="feed-row" {...place}>
      <span
        aria-hidden="true"
        className={entry.user_id === me ? "feed-face feed-face-me" : "feed-face"}
      >
        {by.charAt(0).toUpperCase()}
      </span>
      <div className="min-w-0 wrap-anywhere">
        <p>
          <b className="font-medium">{by}</b> {verb}{" "}
          {object && <b className="font-medium">{object}</b>} {after}
        </p>
        {(isInTrash || more) && (
          <p className="text-label text-ink-2">{isInTrash ? inTrashFor() : more}</p>
        )}
      </div>
      <span className="feed-do">
        {isInTrash && <PutBack entry={entry} title={object} />}
        {change && (
          <Way
            to={change}
            label="See what changed"
            name={`See what changed: ${object}`}
            onGo={onGo}
          />
        )}
        {!change && isThere && isTheirs && (
          <Way to={editor?.() ?? path} label="Open" name={`Open ${object}`} onGo={onGo} />
        )}
      </span>
      <time
        dateTime={entry.created_at}
        title={fullMoment(entry.created_at)}
        className="text-label text-ink-3 tabular-nums"
      >
        {clock(entry.created_at)}
      </time>
    </li>
  )
}

type WayProps = { to: string; label: string; name: string; onGo?: () => void }

function Way({ to, label, name, onGo }: WayProps) {
  return (
    <Link
      href={to}
      onClick={onGo}
      className={buttonStyle({ look: "ghost", size: "sm", className: "max-md:-ml-3" })}
      aria-label={name}
    >
      {label}
    </Link>
  )
}

function PutBack({ entry, title }: { entry: Entry; title: string }) {
  const putBack = usePutBack()
  return (
    <Button
      size="sm"
      aria-label={`Put back ${title}`}
      pending={putBack.isPending}
      onClick={() => putBack.mutate([{ id: entry.revision_id, document: entry.document, title }])}
    >
      Put back
    </Button>
  )
}

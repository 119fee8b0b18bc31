import { Link } from "wouter"
import { clock, fullMoment } from "@/lib/format"
import { Button, buttonStyle } from "@/ui/button"
import { kindOf } from "../kinds/kinds"
import { usePutBack } from "../kinds/put-back"
import { useUser } from "../session/session"
import type { Deed, Version } from "./api"
import { inWords } from "./in-words"

type Props = { deed: Deed; version?: Version; by: string }

export function DeedRow({ deed, version, by }: Props) {
  const { id: me, role } = useUser()
  const { verb, object, after, more } = inWords(deed, version)
  const isInTrash = deed.action === "deleted" && version?.restored_at === null
  const { path } = kindOf(deed.document)
  const isThere = ["created", "saved", "restored", "reordered"].includes(deed.action)
  const isTheirs = path !== "/admin/users" || role === "admin"
  return (
    <li className="feed-row">
      <span
        aria-hidden="true"
        className={deed.user_id === me ? "feed-face feed-face-me" : "feed-face"}
      >
        {by.charAt(0).toUpperCase()}
      </span>
      <div className="min-w-0 wrap-anywhere">
        <p>
          <b className="font-medium">{by}</b> {verb}{" "}
          {object && <b className="font-medium">{object}</b>} {after}
        </p>
        {(isInTrash || more) && (
          <p className="text-label text-ink-2">{isInTrash ? "In Trash for 30 days" : more}</p>
        )}
      </div>
      <span className="feed-do">
        {isInTrash && <PutBack deed={deed} title={object} />}
        {isThere && isTheirs && (
          <Link
            href={path}
            className={buttonStyle({ look: "ghost", size: "sm", className: "max-md:-ml-3" })}
            aria-label={`Open ${object}`}
          >
            Open
          </Link>
        )}
      </span>
      <time
        dateTime={deed.created_at}
        title={fullMoment(deed.created_at)}
        className="text-label text-ink-3 tabular-nums"
      >
        {clock(deed.created_at)}
      </time>
    </li>
  )
}

function PutBack({ deed, title }: { deed: Deed; title: string }) {
  const putBack = usePutBack()
  return (
    <Button
      size="sm"
      aria-label={`Put back ${title}`}
      pending={putBack.isPending}
      onClick={() => putBack.mutate([{ id: deed.revision_id, document: deed.document, title }])}
    >
      Put back
    </Button>
  )
}

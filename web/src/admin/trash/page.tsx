import { useQuery } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import { counted } from "@/lib/format"
import { whatBecomes } from "@/lib/trash-time"
import { Button } from "@/ui/button"
import { PageHead } from "@/ui/page-head"
import { focusHead } from "@/ui/return-focus"
import { afterRow } from "@/ui/row-focus"
import { SearchField } from "@/ui/search-field"
import { usePutBack } from "../kinds/put-back"
import { useTyped } from "../rows/use-typed"
import { useUser } from "../session/session"
import { type Trashed, trashKinds } from "./api"
import { KindPills } from "./kind-pills"
import { type Doomed, PurgeQuestion } from "./purge-question"
import { TrashList } from "./trash-list"
import { useTrash } from "./use-trash"

export default function TrashPage() {
  const { role } = useUser()
  const [search, setSearch] = useState("")
  const [group, setGroup] = useState("")
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [doomed, setDoomed] = useState<Doomed>()
  const text = useTyped(search)
  const list = useTrash(text, group)
  const { data: all } = useQuery(trashKinds)
  const putBack = usePutBack()
  const next = useRef<() => HTMLElement | null>(undefined)
  const rows = list.rows ?? []
  // What is not shown any more is not chosen either.
  const picked = rows.filter(({ id }) => chosen.has(id))
  const bringBack = (some: Trashed[]) => {
    if (putBack.isPending) return
    next.current = afterRow(document.activeElement)
    putBack.mutate(some, { onError: () => (next.current = undefined) })
  }
  // The button that was pressed goes with its row, whenever the list is drawn without it.
  useEffect(() => {
    if (!next.current || putBack.isPending || document.activeElement !== document.body) return
    const there = next.current()
    if (there) there.focus()
    else focusHead()
    next.current = undefined
  })
  const pending = new Set(putBack.isPending ? putBack.variables.map(({ id }) => id) : [])
  const isFound = list.isSuccess && !list.isPlaceholderData && search.trim() === text
  const found = list.hasNextPage ? `${rows.length} or more` : counted(rows.length, "thing")
  return (
    <>
      <PageHead title="Trash" text={whatBecomes()}>
        {role === "admin" && (
          <Button
            disabled={!all?.length}
            onClick={() => all && setDoomed({ all: all.map(({ id }) => id) })}
          >
            Empty Trash
          </Button>
        )}
      </PageHead>
      <div className="feed-filters">
        <SearchField
          value={search}
          onChange={setSearch}
          placeholder="Search Trash..."
          found={isFound ? found : ""}
        />
        <KindPills value={group} onChange={setGroup} />
      </div>
      {picked.length > 0 && (
        <section aria-label="Chosen" className="mb-4 flex flex-wrap items-center gap-2">
          <p role="status" className="mr-2 text-ink-2 tabular-nums">
            {picked.length} chosen
          </p>
          <Button size="sm" pending={putBack.isPending} onClick={() => bringBack(picked)}>
            Put back
          </Button>
          {role === "admin" && (
            <Button size="sm" onClick={() => setDoomed({ rows: picked })}>
              Delete for good
            </Button>
          )}
          <Button size="sm" look="ghost" onClick={() => setChosen(new Set())}>
            Choose none
          </Button>
        </section>
      )}
      <TrashList
        list={list}
        isFiltered={text !== "" || group !== ""}
        chosen={chosen}
        pending={pending}
        onClear={() => {
          setSearch("")
          setGroup("")
        }}
        onChoose={({ id }, isChosen) =>
          setChosen(new Set(isChosen ? [...chosen, id] : [...chosen].filter((one) => one !== id)))
        }
        onPutBack={(row) => bringBack([row])}
        onPurge={(row) => setDoomed({ rows: [row] })}
      />
      {doomed && <PurgeQuestion doomed={doomed} onOver={() => setDoomed(undefined)} />}
    </>
  )
}

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query"
import { useState } from "react"
import { counted, number } from "@/lib/format"
import { EmptyState } from "@/ui/empty-state"
import { NotLoaded } from "@/ui/error-state"
import { NoMatch } from "@/ui/no-match"
import { PageHead } from "@/ui/page-head"
import { Pills } from "@/ui/pills"
import { SearchField } from "@/ui/search-field"
import { LoadingRows } from "@/ui/skeleton"
import { ShowMore } from "../rows/show-more"
import { useTyped } from "../rows/use-typed"
import { VirtualCard } from "../rows/virtual-card"
import { KINDS, type Kind, people } from "./api"
import { PersonRow } from "./person-row"

export function PeopleList() {
  const [search, setSearch] = useState("")
  const [kind, setKind] = useState<Kind>("")
  const text = useTyped(search)
  const list = useInfiniteQuery({ ...people(text, kind), placeholderData: keepPreviousData })
  const pages = list.data?.pages
  const rows = pages?.flatMap((page) => page.people.map((one) => ({ ...one, id: one.email })))
  const isFound = list.isSuccess && !list.isPlaceholderData && search.trim() === text
  const found = rows && foundIn(rows.length, list.hasNextPage)
  const counts = pages?.[0]?.counts
  const kinds = (Object.keys(KINDS) as Kind[]).map((value) => {
    const count = counts?.find(({ what }) => what === (value || "all"))?.rows
    return { value, label: `${KINDS[value]} ${count === undefined ? "" : number(count)}` }
  })
  return (
    <>
      <PageHead title="People" text="Everyone who wrote, signed up or applied, by address." />
      <div className="feed-filters">
        <SearchField
          value={search}
          onChange={setSearch}
          placeholder="Search by name or address..."
          found={isFound ? found : ""}
        />
        <Pills label="Kind" value={kind} onChange={setKind} choices={kinds} />
      </div>
      {text !== "" && isFound && rows && rows.length > 0 && (
        <p className="mb-3 text-ink-2 wrap-anywhere" aria-hidden="true">
          {found} found for “{text}”
        </p>
      )}
      {shown()}
    </>
  )

  function shown() {
    if (list.isPending)
      return <LoadingRows label="Loading people" bars={["size-8", "h-4 flex-1", "h-5 w-24"]} />
    if (!rows) return <NotLoaded query={list} text="The people could not be loaded." />
    if (rows.length === 0)
      return text !== "" || kind !== "" ? (
        <NoMatch
          title="Nobody found"
          text="Search finds names and addresses. Words inside messages are found in Messages."
          action="Clear filters"
          onClear={() => {
            setSearch("")
            setKind("")
          }}
        />
      ) : (
        <EmptyState
          title="Nobody yet."
          text="Who writes a message or subscribes to the newsletter is listed here."
        />
      )
    return (
      <>
        <VirtualCard label="People" items={rows} estimate={63}>
          {(one, place) => <PersonRow key={one.id} place={place} person={one} sought={text} />}
        </VirtualCard>
        <ShowMore list={list} />
        <p className="mt-3 text-label text-ink-3">
          Search finds names and addresses. Words inside messages are found in Messages, or with{" "}
          <kbd className="key">Ctrl K</kbd>.
        </p>
      </>
    )
  }
}

const foundIn = (count: number, isMore: boolean) =>
  isMore ? `${number(count)} people or more` : counted(count, "person", "people")

import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { counted, number } from "@/lib/format"
import { useParam } from "@/lib/location"
import { PageHead } from "@/ui/page-head"
import { SearchField } from "@/ui/search-field"
import { Segment } from "@/ui/segment"
import { Select } from "@/ui/select"
import { useRows } from "../rows/use-rows"
import { useTyped } from "../rows/use-typed"
import { type Message, messagesKey, readMessages, SHOWS, type Show, SORTS, type Sort } from "./api"
import { messagesHeld } from "./mail"
import { MessageDialog } from "./message-dialog"
import { MessageList } from "./message-list"

const ABOUT: Record<Show, string> = {
  inbox: "from the contact form.",
  quarantine: "in quarantine.",
}

export default function MessagesPage() {
  const [search, setSearch] = useState("")
  const [sort, setSort] = useState<Sort>("newest")
  const [range, setRange] = useState({ from: 0, to: 20 })
  const [opened, setOpened] = useState<Message>()
  const [shown, setShown] = useParam("show", "inbox")
  const show: Show = shown === "quarantine" ? "quarantine" : "inbox"
  const { data: held } = useQuery(messagesHeld)
  const text = useTyped(search)
  const rows = useRows<Message>({
    queryKey: messagesKey(show, text, sort),
    read: (at) => readMessages(show, text, sort, at),
    ...range,
  })
  const found = counted(rows.total, "message")
  return (
    <>
      <PageHead
        title="Messages"
        text={rows.data && (text ? `${found} found.` : `${found} ${ABOUT[show]}`)}
      />
      <div className="mb-4 flex flex-wrap gap-2.5">
        <SearchField
          value={search}
          onChange={setSearch}
          placeholder="Search messages..."
          found={found}
        />
        <Select
          aria-label="Sort"
          className="w-47.5 max-md:w-full"
          value={sort}
          onChange={(value) => setSort(value as Sort)}
          options={Object.entries(SORTS).map(([value, label]) => ({ value, label }))}
        />
        <Segment
          label="Show"
          value={show}
          onChange={setShown}
          choices={[
            { value: "inbox", label: SHOWS.inbox },
            {
              value: "quarantine",
              label: held ? `${SHOWS.quarantine} (${number(held)})` : SHOWS.quarantine,
            },
          ]}
        />
      </div>
      <MessageList
        key={show}
        show={show}
        rows={rows}
        isSearch={text !== ""}
        onClear={() => setSearch("")}
        onRange={(from, to) => setRange({ from, to })}
        onOpen={setOpened}
      />
      {opened && <MessageDialog message={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

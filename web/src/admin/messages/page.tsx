import { useQuery } from "@tanstack/react-query"
import { useEffect, useEffectEvent, useState } from "react"
import { counted, number } from "@/lib/format"
import { useParam } from "@/lib/location"
import { toast } from "@/lib/toast"
import { PageHead } from "@/ui/page-head"
import { SearchField } from "@/ui/search-field"
import { Segment } from "@/ui/segment"
import { Select } from "@/ui/select"
import { messagesHeld } from "../layout/counts"
import { useRows } from "../rows/use-rows"
import { useTyped } from "../rows/use-typed"
import {
  type Message,
  message,
  messagesKey,
  readMessages,
  SHOWS,
  type Show,
  SORTS,
  type Sort,
} from "./api"
import { DeleteMessage } from "./delete-message"
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
  const [doomed, setDoomed] = useState<Message>()
  const [linked, setLinked] = useLinked()
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
  const isFound = rows.isSuccess && !rows.isSearching && search.trim() === text
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
          found={isFound ? found : ""}
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
        onDelete={setDoomed}
      />
      {opened && <MessageDialog message={opened} onClose={() => setOpened(undefined)} />}
      {linked && <MessageDialog message={linked} onClose={() => setLinked("")} />}
      {doomed && (
        <DeleteMessage
          message={doomed}
          onDone={() => setDoomed(undefined)}
          onCancel={() => setDoomed(undefined)}
        />
      )}
    </>
  )
}

// The message that the address asks for, as the dashboard does.
function useLinked(): [Message | null | undefined, (id: string) => void] {
  const [id, setId] = useParam("open", "")
  const { data, isError } = useQuery({ ...message(Number(id)), enabled: id !== "" })
  // What was read stays, though reading it again fails.
  const isMissing = data === null || (isError && data === undefined)
  const giveUp = useEffectEvent(() => {
    toast.error("Error", isError ? "Unable to load the message." : "This message was deleted.")
    setId("")
  })
  useEffect(() => {
    if (id !== "" && isMissing) giveUp()
  }, [id, isMissing])
  return [id === "" ? null : data, setId]
}

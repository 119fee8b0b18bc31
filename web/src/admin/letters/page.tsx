import { SquarePen } from "lucide-react"
import { useEffect, useState } from "react"
import { letter as declared, type Letter } from "@/lib/documents.gen"
import { navigate, useOpener, useParam } from "@/lib/location"
import { Button } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { PageHead } from "@/ui/page-head"
import { Pills } from "@/ui/pills"
import { useHead } from "@/ui/return-focus"
import { Loaded } from "../document/loaded"
import { LostDrafts } from "../document/lost-drafts"
import { useLost } from "../document/use-lost"
import { useLetters } from "./api"
import { AudienceCard } from "./audience-card"
import { LetterList } from "./letter-list"
import { LetterPage } from "./letter-page"
import { pathOf, WRITE, writePathOf } from "./paths"
import { SendDialog } from "./send-dialog"

/** Letters to subscribers: drafts, those on their way, and those that were sent. */
export default function LettersPage() {
  const query = useLetters()
  const [sent, setSent] = useState<number>()
  useOpener(add)
  useAskedElsewhere()
  const { lost, discard } = useLost(declared.name, query.data, undefined)
  const sending = query.data?.find(({ id }) => id === sent)
  const [looked] = useParam("letter", "")
  const one = query.data?.find(({ id }) => String(id) === looked)
  useHead(one ? looked : "")
  return (
    <>
      {one ? (
        <LetterPage
          key={one.id}
          letter={one}
          onEdit={() => write(one)}
          onSend={() => setSent(one.id)}
        />
      ) : (
        <>
          <PageHead title="Letters" text="Write to the people who confirmed their address.">
            <Button look="primary" data-add onClick={add}>
              <SquarePen aria-hidden="true" /> Write a letter
            </Button>
          </PageHead>
          <LostDrafts
            lost={lost}
            nameOf={({ subject }) => subject}
            onOpen={write}
            discard={discard}
          />
          <AudienceCard />
          <Loaded query={query} failed={{ text: "The letters could not be loaded." }}>
            {(letters) =>
              letters.length === 0 ? (
                <EmptyState title="No letters yet" text="The first letter is yours to write.">
                  <Button look="primary" onClick={add}>
                    <SquarePen aria-hidden="true" /> Write a letter
                  </Button>
                </EmptyState>
              ) : (
                <Filtered
                  letters={letters.toSorted(byNewest)}
                  onEdit={write}
                  onSend={({ id }) => setSent(id)}
                />
              )
            }
          </Loaded>
          <p className="mt-3 text-label text-ink-3">
            Neither opens nor clicks are tracked, and links are never rewritten.
          </p>
        </>
      )}
      {sending && (
        <SendDialog
          letter={sending}
          onEdit={() => write(sending)}
          onSent={() => void navigate(pathOf(sending))}
          onClose={() => setSent(undefined)}
        />
      )}
    </>
  )
}

const add = () => void navigate(WRITE)
const write = (letter: Pick<Letter, "id">) => void navigate(writePathOf(letter))

/** Activity asks for the form of a letter here (?edit=5), as for all that is in a list. */
function useAskedElsewhere() {
  const [id] = useParam("edit", "")
  const [history] = useParam("history", "")
  useEffect(() => {
    if (!id) return
    const asked = new URLSearchParams({ letter: id, ...(history && { history }) })
    void navigate(`${WRITE}?${asked}`, { replace: true })
  }, [id, history])
}

const FILTERS = {
  all: { label: "All", of: () => true },
  draft: { label: "Drafts", of: ({ status }: Letter) => status === "draft" },
  scheduled: { label: "Scheduled", of: ({ status }: Letter) => status === "scheduled" },
  sent: { label: "Sent", of: ({ status }: Letter) => status === "sent" },
} as const

type FilteredProps = React.ComponentProps<typeof LetterList>

function Filtered({ letters, ...list }: FilteredProps) {
  const [wanted, setWanted] = useParam("show", "all")
  const kept = wanted in FILTERS ? (wanted as keyof typeof FILTERS) : "all"
  const shown = letters.filter(FILTERS[kept].of)
  return (
    <>
      <Pills
        label="State"
        className="mb-4"
        value={kept}
        onChange={setWanted}
        choices={Object.entries(FILTERS).map(([value, { label, of }]) => ({
          value,
          label,
          count: letters.filter(of).length,
        }))}
      />
      {shown.length > 0 ? (
        <LetterList letters={shown} {...list} />
      ) : (
        <p className="card p-5 text-ink-2">None of the letters.</p>
      )}
    </>
  )
}

const byNewest = (a: Letter, b: Letter) => b.id - a.id

import { useQuery } from "@tanstack/react-query"
import { SquarePen } from "lucide-react"
import { lazy, Suspense, useEffect, useRef, useState } from "react"
import { allOf } from "@/lib/document"
import { letter as declared, type Letter } from "@/lib/documents.gen"
import { number } from "@/lib/format"
import { navigate, useOpener, useParam } from "@/lib/location"
import { Button } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { PageHead } from "@/ui/page-head"
import { focusHead } from "@/ui/return-focus"
import { Loaded } from "../document/loaded"
import { LostDrafts } from "../document/lost-drafts"
import { useAsked } from "../document/use-asked"
import { useEdited } from "../document/use-edited"
import { useLost } from "../document/use-lost"
import { isMoving } from "./api"
import { AudienceCard } from "./audience-card"
import { LetterList, pathOf } from "./letter-list"
import { LetterPage } from "./letter-page"
import { SendDialog } from "./send-dialog"

const LetterDialog = lazy(() => import("./letter-dialog"))

const OFTEN = 2_000

/** Letters to subscribers: drafts, those on their way, and those that were sent. */
export default function LettersPage() {
  const query = useQuery({
    ...allOf(declared),
    // What the server sends on its own is told to nobody.
    refetchInterval: ({ state }) => (state.data?.some(isMoving) ? OFTEN : false),
  })
  const [edited, setEdited] = useState<number | "new">()
  const [sent, setSent] = useState<number>()
  const add = () => setEdited("new")
  useOpener(add, () => typeof edited === "number")
  useAsked(query.data, setEdited)
  const { lost, discard } = useLost(declared.name, query.data, edited)
  const letter = useEdited(query.data, edited, lost)
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
          onEdit={() => setEdited(one.id)}
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
            onOpen={({ id }) => setEdited(id)}
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
                  onEdit={({ id }) => setEdited(id)}
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
      {edited !== undefined && (
        <Suspense>
          <LetterDialog
            key={edited}
            edited={letter}
            onSend={setSent}
            onClose={() => setEdited(undefined)}
          />
        </Suspense>
      )}
      {sending && (
        <SendDialog
          letter={sending}
          onEdit={() => {
            setSent(undefined)
            setEdited(sending.id)
          }}
          onSent={() => void navigate(pathOf(sending))}
          onClose={() => setSent(undefined)}
        />
      )}
    </>
  )
}

// One view takes the place of another without a page in between.
function useHead(view: string) {
  const shown = useRef(view)
  useEffect(() => {
    if (shown.current === view) return
    shown.current = view
    window.scrollTo(0, 0)
    focusHead()
  }, [view])
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
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would announce form controls */}
      <div role="group" aria-label="State" className="pills mb-4">
        {Object.entries(FILTERS).map(([value, { label, of }]) => (
          <button
            key={value}
            type="button"
            className="pill"
            aria-pressed={kept === value}
            onClick={() => setWanted(value)}
          >
            {label} <span className="tabular-nums">{number(letters.filter(of).length)}</span>
          </button>
        ))}
      </div>
      {shown.length > 0 ? (
        <LetterList letters={shown} {...list} />
      ) : (
        <p className="card p-5 text-ink-2">None of the letters.</p>
      )}
    </>
  )
}

const byNewest = (a: Letter, b: Letter) => b.id - a.id

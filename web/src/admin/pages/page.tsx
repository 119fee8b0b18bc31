import { useQuery } from "@tanstack/react-query"
import { Plus } from "lucide-react"
import { lazy, Suspense, useState } from "react"
import { allOf } from "@/lib/document"
import { page as declared } from "@/lib/documents.gen"
import { counted } from "@/lib/format"
import { useOpener } from "@/lib/location"
import { Button } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { PageHead } from "@/ui/page-head"
import { ListFoot } from "../activity-feed/list-foot"
import { Loaded } from "../document/loaded"
import { LostDrafts } from "../document/lost-drafts"
import { useAsked } from "../document/use-asked"
import { useEdited } from "../document/use-edited"
import { useLost } from "../document/use-lost"
import { useArrival } from "../preview/arrival"
import { rowAt } from "../preview/content"
import { PageList } from "./page-list"

const PageDialog = lazy(() => import("./page-dialog"))

/** The studio's own pages. */
export default function PagesPage() {
  const query = useQuery(allOf(declared))
  const [edited, setEdited] = useState<number | "new">()
  const add = () => setEdited("new")
  useOpener(add, () => typeof edited === "number")
  useAsked(query.data, setEdited)
  useArrival(() => (id) => {
    const found = query.data && rowAt(declared, query.data, id)
    if (found !== undefined) setEdited(found)
    return found
  })
  const { lost, discard } = useLost(declared.name, query.data, edited)
  const page = useEdited(query.data, edited, lost)
  const visible = query.data?.filter(({ is_visible }) => is_visible).length
  return (
    <>
      <PageHead
        title="Pages"
        text={
          query.data?.length
            ? `${counted(query.data.length, "page")} of your own, ${visible} visible.`
            : "Pages of your own, each with its address."
        }
      >
        <Button look="primary" data-add onClick={add}>
          <Plus aria-hidden="true" /> Add page
        </Button>
      </PageHead>
      <LostDrafts
        lost={lost}
        nameOf={({ title }) => title}
        onOpen={({ id }) => setEdited(id)}
        discard={discard}
      />
      <Loaded query={query} failed={{ text: "The pages could not be loaded." }}>
        {(pages) =>
          pages.length === 0 ? (
            <EmptyState title="No pages yet" text="Imprint, privacy, a press kit: one page each.">
              <Button look="primary" onClick={add}>
                <Plus aria-hidden="true" /> Add page
              </Button>
            </EmptyState>
          ) : (
            <>
              <PageList pages={pages} onEdit={({ id }) => setEdited(id)} />
              <p className="mt-3 text-label text-ink-3">
                Nobody finds a hidden page. A changed address leads on from the old one. Put a page
                in the menu from Navigation or Footer.
              </p>
            </>
          )
        }
      </Loaded>
      <ListFoot label="Pages" table={declared.table} documents={[declared.name]} />
      {edited !== undefined && (
        <Suspense>
          <PageDialog key={edited} edited={page} onClose={() => setEdited(undefined)} />
        </Suspense>
      )}
    </>
  )
}

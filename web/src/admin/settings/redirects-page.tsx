import { useQuery } from "@tanstack/react-query"
import { Plus } from "lucide-react"
import { lazy, Suspense, useState } from "react"
import { allOf } from "@/lib/document"
import { redirect as declared } from "@/lib/documents.gen"
import { counted } from "@/lib/format"
import { useOpener } from "@/lib/location"
import { Button } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { NoMatch } from "@/ui/no-match"
import { PageHead } from "@/ui/page-head"
import { SearchField } from "@/ui/search-field"
import { Loaded } from "../document/loaded"
import { LostDrafts } from "../document/lost-drafts"
import { useAsked } from "../document/use-asked"
import { useEdited } from "../document/use-edited"
import { useLost } from "../document/use-lost"
import { RedirectList } from "./redirect-list"

const RedirectDialog = lazy(() => import("./redirect-dialog"))

export default function RedirectsPage() {
  const query = useQuery(allOf(declared))
  const [search, setSearch] = useState("")
  const [edited, setEdited] = useState<number | "new">()
  const add = () => setEdited("new")
  useOpener(add, () => typeof edited === "number")
  useAsked(query.data, setEdited)
  const { lost, discard } = useLost(declared.name, query.data, edited)
  const redirect = useEdited(query.data, edited, lost)
  const wanted = search.trim().toLowerCase()
  const shown = (query.data ?? []).filter(({ from_path, to_path }) =>
    [from_path, to_path].some((path) => path.toLowerCase().includes(wanted)),
  )
  return (
    <>
      <PageHead title="Redirects" text="Old addresses that lead to new ones.">
        <Button look="primary" data-add onClick={add}>
          <Plus aria-hidden="true" /> Add redirect
        </Button>
      </PageHead>
      <LostDrafts
        lost={lost}
        nameOf={({ from_path }) => from_path}
        onOpen={({ id }) => setEdited(id)}
        discard={discard}
      />
      <Loaded query={query} failed={{ text: "The redirects could not be loaded." }}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState
              title="No redirects yet"
              text="A page whose address changes gets one by itself."
            >
              <Button look="primary" onClick={add}>
                <Plus aria-hidden="true" /> Add redirect
              </Button>
            </EmptyState>
          ) : (
            <>
              <div className="mb-4 flex">
                <SearchField
                  value={search}
                  onChange={setSearch}
                  placeholder="Search redirects..."
                  found={counted(shown.length, "redirect")}
                />
              </div>
              {shown.length === 0 ? (
                <NoMatch
                  text="No redirect has this in its addresses."
                  onClear={() => setSearch("")}
                />
              ) : (
                <RedirectList redirects={shown} onEdit={({ id }) => setEdited(id)} />
              )}
              <p className="mt-3 text-label text-ink-3">
                Where one redirect leads to another, visitors go to the end at once. Browsers do not
                keep a redirect, so a change shows right away.
              </p>
            </>
          )
        }
      </Loaded>
      {edited !== undefined && (
        <Suspense>
          <RedirectDialog key={edited} edited={redirect} onClose={() => setEdited(undefined)} />
        </Suspense>
      )}
    </>
  )
}

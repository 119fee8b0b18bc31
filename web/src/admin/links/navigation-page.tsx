import { useQuery } from "@tanstack/react-query"
import { Plus } from "lucide-react"
import { lazy, Suspense, useState } from "react"
import { allOf } from "@/lib/document"
import { useOpener } from "@/lib/location"
import { Button } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { PageHead } from "@/ui/page-head"
import { Loaded } from "../document/loaded"
import { LostDrafts } from "../document/lost-drafts"
import { useEdited } from "../document/use-edited"
import { useLost } from "../document/use-lost"
import { ViewSite } from "../document/view-site"
import { menu } from "./api"
import { LinkList } from "./link-list"
import { LinkPreview } from "./link-preview"

const LinkDialog = lazy(() => import("./link-dialog"))

const FAILED = "The navigation links could not be loaded."

export default function NavigationPage() {
  const query = useQuery(allOf(menu))
  const [edited, setEdited] = useState<number | "new">()
  useOpener(
    () => setEdited("new"),
    () => typeof edited === "number",
  )
  const { lost, discard } = useLost(menu.name, query.data, edited)
  const link = useEdited(query.data, edited, lost)
  return (
    <>
      <PageHead
        title="Navigation Menu Editor"
        text="Manage the top navigation links of your website."
      >
        <ViewSite path="/" />
        <Button look="primary" data-add onClick={() => setEdited("new")}>
          <Plus aria-hidden="true" /> Add Navigation Link
        </Button>
      </PageHead>
      <LostDrafts
        lost={lost}
        nameOf={({ name }) => name}
        onOpen={({ id }) => setEdited(id)}
        discard={discard}
      />
      <Loaded query={query} failed={{ text: FAILED }}>
        {(links) =>
          links.length === 0 ? (
            <EmptyState
              title="No navigation links yet"
              text="Visitors see the built-in menu until you add one."
            />
          ) : (
            <div className="split">
              <div data-rows>
                <h2 className="sr-only">Links</h2>
                <LinkList of={menu} links={links} onEdit={(one) => setEdited(one.id)} />
              </div>
              <LinkPreview groups={[["", links]]} />
            </div>
          )
        }
      </Loaded>
      {edited !== undefined && (
        <Suspense>
          <LinkDialog key={edited} of={menu} edited={link} onClose={() => setEdited(undefined)} />
        </Suspense>
      )}
    </>
  )
}

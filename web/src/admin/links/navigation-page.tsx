import { useQuery } from "@tanstack/react-query"
import { Plus } from "lucide-react"
import { lazy, Suspense, useState } from "react"
import { allOf } from "@/lib/document"
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
import { ViewSite } from "../document/view-site"
import { ShownRows } from "../preview/shown-rows"
import { Workbench } from "../preview/workbench"
import { menu } from "./api"
import { LinkList } from "./link-list"

const LinkDialog = lazy(() => import("./link-dialog"))

const FAILED = "The navigation links could not be loaded."

export default function NavigationPage() {
  const query = useQuery(allOf(menu))
  const [edited, setEdited] = useState<number | "new">()
  useOpener(
    () => setEdited("new"),
    () => typeof edited === "number",
  )
  useAsked(query.data, setEdited)
  // While there are none, visitors see the built-in menu.
  const shown = query.data?.length ? query.data : undefined
  const { lost, discard } = useLost(menu.name, query.data, edited)
  const link = useEdited(query.data, edited, lost)
  return (
    <Workbench path="/" name="Every page" about={["navigation_link"]}>
      <PageHead
        title="Navigation Menu Editor"
        text="Manage the top navigation links of your website."
      >
        <ViewSite path="/" />
        <Button look="primary" data-add onClick={() => setEdited("new")}>
          <Plus aria-hidden="true" /> Add Navigation Link
        </Button>
      </PageHead>
      <ShownRows declared={menu} rows={shown} onOpen={setEdited} />
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
            <div data-rows>
              <h2 className="sr-only">Links</h2>
              <LinkList of={menu} links={links} onEdit={(one) => setEdited(one.id)} />
            </div>
          )
        }
      </Loaded>
      <ListFoot label="Navigation" table={menu.table} documents={[menu.name]} />
      {edited !== undefined && (
        <Suspense>
          <LinkDialog
            key={edited}
            of={menu}
            links={query.data ?? []}
            edited={link}
            onClose={() => setEdited(undefined)}
          />
        </Suspense>
      )}
    </Workbench>
  )
}

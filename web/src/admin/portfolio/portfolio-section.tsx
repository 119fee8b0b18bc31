import { useQuery } from "@tanstack/react-query"
import { Plus } from "lucide-react"
import { lazy, Suspense, useId, useMemo } from "react"
import { allOf } from "@/lib/document"
import { company as declared } from "@/lib/documents.gen"
import { useOpener } from "@/lib/location"
import { Button } from "@/ui/button"
import { Card } from "@/ui/card"
import { NotLoaded } from "@/ui/error-state"
import { PageHead } from "@/ui/page-head"
import { Switch } from "@/ui/switch"
import { ListFoot } from "../activity-feed/list-foot"
import { LostDrafts } from "../document/lost-drafts"
import { useAsked } from "../document/use-asked"
import { useEdited } from "../document/use-edited"
import { useLost } from "../document/use-lost"
import { useOpened } from "../document/use-opened"
import { ViewSite } from "../document/view-site"
import { useLayer } from "../preview/bench"
import { ShownRows } from "../preview/shown-rows"
import { sectionVisibility, useShowSection } from "./api"
import { CompanyList } from "./company-list"

const CompanyDialog = lazy(() => import("./company-dialog"))

const TITLE = "Portfolio Companies"
const TEXT = "Manage the portfolio companies section that appears on the homepage."

type Props = { heading: "h1" | "h2"; isShown?: boolean }

/** The portfolio screen, on its own or as a tab of the homepage screen. */
export function PortfolioSection({ heading, isShown = true }: Props) {
  const [edited, setEdited] = useOpened<number | "new">()
  useOpener(
    () => setEdited("new"),
    () => typeof edited === "number",
  )
  const { data } = useQuery(allOf(declared))
  useAsked(data, setEdited)
  const { lost, discard } = useLost(declared.name, data, edited)
  const company = useEdited(data, edited, lost)
  return (
    <>
      {heading === "h1" ? (
        <PageHead title={TITLE} text={TEXT}>
          <ViewSite path="/" />
        </PageHead>
      ) : (
        <div className="mb-7">
          <h2 className="display text-[24px]">{TITLE}</h2>
          <p className="mt-1.5 text-ink-2">{TEXT}</p>
        </div>
      )}
      <LostDrafts
        lost={lost}
        nameOf={({ name }) => name}
        onOpen={({ id }) => setEdited(id)}
        discard={discard}
      />
      <ShownRows declared={declared} rows={data} onOpen={setEdited} />
      <Visibility />
      <div className="mb-3.5 flex items-end justify-between gap-4 max-md:flex-col max-md:items-stretch">
        <h2 className="display text-subtitle">Manage Companies</h2>
        <Button look="primary" data-add onClick={() => setEdited("new")}>
          <Plus aria-hidden="true" /> Add Portfolio Company
        </Button>
      </div>
      <CompanyList onEdit={({ id }) => setEdited(id)} />
      {isShown && (
        <ListFoot label="Portfolio" table={declared.table} documents={[declared.name, "section"]} />
      )}
      {edited && (
        <Suspense>
          <CompanyDialog
            key={edited}
            edited={company}
            companies={data ?? []}
            onClose={() => setEdited(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

const sectionShown = (is_visible: boolean) => ({
  content: { homepage_sections: [{ section_name: "portfolio_companies", is_visible }] },
})

function Visibility() {
  const id = useId()
  const query = useQuery(sectionVisibility)
  const { data, isPending } = query
  const show = useShowSection()
  const sections = useMemo(() => data !== undefined && sectionShown(data), [data])
  useLayer(sections || undefined)
  if (data === undefined && !isPending)
    return (
      <div className="mb-8">
        <NotLoaded query={query} text="Whether the section is shown could not be loaded." />
      </div>
    )
  return (
    <Card className="mb-8 flex items-center justify-between gap-6 px-5 py-4.5">
      <div>
        <h2 id={id} className="text-[15px] font-medium">
          Show portfolio companies section
        </h2>
        <p className="mt-0.5 text-ink-2">
          The homepage shows it when this is on and at least one company is active.
        </p>
      </div>
      <Switch
        aria-labelledby={id}
        checked={data ?? false}
        disabled={data === undefined}
        onCheckedChange={(is) => show.mutate(is)}
      />
    </Card>
  )
}

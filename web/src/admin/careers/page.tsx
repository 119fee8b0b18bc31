import { useQuery } from "@tanstack/react-query"
import { Plus } from "lucide-react"
import { lazy, Suspense, useState } from "react"
import { allOf } from "@/lib/document"
import { job as declared, type Job } from "@/lib/documents.gen"
import { counted } from "@/lib/format"
import { useOpener } from "@/lib/location"
import { Button } from "@/ui/button"
import { PageHead } from "@/ui/page-head"
import { SearchField } from "@/ui/search-field"
import { Select } from "@/ui/select"
import { ListFoot } from "../activity-feed/list-foot"
import { LostDrafts } from "../document/lost-drafts"
import { useAsked } from "../document/use-asked"
import { useEdited } from "../document/use-edited"
import { useLost } from "../document/use-lost"
import { useOpened } from "../document/use-opened"
import { ViewSite } from "../document/view-site"
import { Workbench } from "../preview/workbench"
import { contactEmail } from "./api"
import { arrange, SORTS, type Sort } from "./arrange"
import { JobList } from "./job-list"
import { ShownJobs } from "./shown-jobs"

const JobDialog = lazy(() => import("./job-dialog"))

const SHOWN = ", in the order visitors see them."

export default function CareersPage() {
  const query = useQuery(allOf(declared))
  const email = useQuery(contactEmail)
  const [search, setSearch] = useState("")
  const [sort, setSort] = useState<Sort>("rank")
  const [edited, setEdited] = useOpened<number | "new">()
  useOpener(
    () => setEdited("new"),
    () => typeof edited === "number",
  )
  useAsked(query.data, setEdited)
  const all = query.data ?? []
  const shown = arrange(all, search, sort)
  const isAsShown = sort === "rank" && search.trim() === ""
  const { lost, discard } = useLost(declared.name, query.data, edited)
  const job = useEdited(query.data, edited, lost)
  return (
    <Workbench path="/careers" name="Careers" about={["job"]} wide>
      <PageHead
        title="Careers"
        text={query.data && counted(all.length, "listing") + (isAsShown ? SHOWN : ".")}
      >
        <ViewSite path="/careers" />
        <Button look="primary" data-add onClick={() => setEdited("new")}>
          <Plus aria-hidden="true" /> Add Job Listing
        </Button>
      </PageHead>
      <ShownJobs jobs={query.data} onOpen={setEdited} />
      <LostDrafts
        lost={lost}
        nameOf={({ title }) => title}
        onOpen={({ id }) => setEdited(id)}
        discard={discard}
      />
      <div className="mb-4 flex flex-wrap gap-2.5">
        <SearchField
          value={search}
          onChange={setSearch}
          placeholder="Search job listings..."
          found={counted(shown.length, "listing")}
        />
        <Select
          aria-label="Sort"
          className="w-47.5 max-md:w-full"
          value={sort}
          onChange={(value) => setSort(value as Sort)}
          options={Object.entries(SORTS).map(([value, label]) => ({ value, label }))}
        />
      </div>
      <JobList
        query={query}
        shown={shown}
        isInOrder={isAsShown}
        onAdd={() => setEdited("new")}
        onEdit={(one: Job) => setEdited(one.id)}
        onClear={() => setSearch("")}
      />
      <ListFoot label="Careers" table={declared.table} documents={[declared.name]} />
      {edited !== undefined && !(edited === "new" && email.isLoading) && (
        <Suspense>
          <JobDialog
            key={edited}
            edited={job}
            email={email.data}
            onClose={() => setEdited(undefined)}
          />
        </Suspense>
      )}
    </Workbench>
  )
}

import { useQuery } from "@tanstack/react-query"
import { queryOf } from "@/lib/document"
import { team } from "@/lib/documents.gen"
import { PageHead } from "@/ui/page-head"
import { Loaded } from "../document/loaded"
import { ViewSite } from "../document/view-site"
import { Workbench } from "../preview/workbench"
import { TeamForm } from "./team-form"

const FAILED = "Failed to load team members. Please refresh the page."

export default function TeamPage() {
  return (
    <Workbench path="/about" name="About Us" about={["team"]}>
      <PageHead title="Team" text="The people on the about page, in this order.">
        <ViewSite path="/about" />
      </PageHead>
      <Loaded query={useQuery(queryOf(team))} failed={{ text: FAILED }}>
        {(doc) => <TeamForm doc={doc} />}
      </Loaded>
    </Workbench>
  )
}

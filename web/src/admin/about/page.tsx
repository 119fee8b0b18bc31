import { useQuery } from "@tanstack/react-query"
import { queryOf } from "@/lib/document"
import { about } from "@/lib/documents.gen"
import { PageHead } from "@/ui/page-head"
import { Loaded } from "../document/loaded"
import { ViewSite } from "../document/view-site"
import { Workbench } from "../preview/workbench"
import { AboutForm } from "./about-form"
import { FAILED } from "./texts"

export default function AboutPage() {
  return (
    <Workbench path="/about" name="About Us" about={["about"]}>
      <PageHead title="About" text="Everything on the about page but the process and the team.">
        <ViewSite path="/about" />
      </PageHead>
      <Loaded query={useQuery(queryOf(about))} failed={{ text: FAILED }}>
        {(doc) => <AboutForm doc={doc} />}
      </Loaded>
    </Workbench>
  )
}

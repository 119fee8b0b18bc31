import { PageHead } from "@/ui/page-head"
import { ViewSite } from "../document/view-site"
import { Workbench } from "../preview/workbench"
import { ProcessEditor } from "./process-editor"

export default function ProcessPage() {
  return (
    <Workbench path="/" name="Home" about={["process"]} site="/#process">
      <PageHead title="Process" text="The steps on the homepage and the about page.">
        <ViewSite path="/#process" />
      </PageHead>
      <ProcessEditor />
    </Workbench>
  )
}

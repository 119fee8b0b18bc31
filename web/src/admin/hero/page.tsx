import { PageHead } from "@/ui/page-head"
import { ViewSite } from "../document/view-site"
import { Workbench } from "../preview/workbench"
import { HeroEditor } from "./hero-editor"

export default function HeroPage() {
  return (
    <Workbench path="/" name="Home" about={["hero"]}>
      <PageHead title="Hero" text="The headline, its buttons and the window below it.">
        <ViewSite path="/" />
      </PageHead>
      <HeroEditor />
    </Workbench>
  )
}

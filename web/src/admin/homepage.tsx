import { useParam } from "@/lib/location"
import { PageHead } from "@/ui/page-head"
import { Tabs } from "@/ui/tabs"
import { ViewSite } from "./document/view-site"
import { HeroEditor } from "./hero/hero-editor"
import { PortfolioSection } from "./portfolio/portfolio-section"
import { Workbench } from "./preview/workbench"
import { ProcessEditor } from "./process/process-editor"

/** The three parts of the homepage on one screen. */
export default function HomepagePage() {
  const [asked, setTab] = useParam("tab", "hero")
  const tab = ["hero", "process", "portfolio"].includes(asked) ? asked : "hero"
  return (
    <Workbench path="/" name="Home" about={[tab === "portfolio" ? "company" : tab]}>
      <PageHead title="Homepage Configuration" text="Hero, process and portfolio in one place.">
        <ViewSite path="/" />
      </PageHead>
      <Tabs
        label="Parts of the homepage"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: "hero", label: "Hero", content: <HeroEditor /> },
          { value: "process", label: "Process", content: <ProcessEditor /> },
          {
            value: "portfolio",
            label: "Portfolio",
            content: <PortfolioSection heading="h2" isShown={tab === "portfolio"} />,
          },
        ]}
      />
    </Workbench>
  )
}

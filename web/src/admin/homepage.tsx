import { useParam } from "@/lib/location"
import { PageHead } from "@/ui/page-head"
import { Tabs } from "@/ui/tabs"
import { ViewSite } from "./document/view-site"
import { HeroEditor } from "./hero/hero-editor"
import { PortfolioSection } from "./portfolio/portfolio-section"
import { ProcessEditor } from "./process/process-editor"

/** The three parts of the homepage on one screen. */
export default function HomepagePage() {
  const [tab, setTab] = useParam("tab", "hero")
  return (
    <>
      <PageHead title="Homepage Configuration" text="Hero, process and portfolio in one place.">
        <ViewSite path="/" />
      </PageHead>
      <Tabs
        label="Parts of the homepage"
        value={["hero", "process", "portfolio"].includes(tab) ? tab : "hero"}
        onChange={setTab}
        tabs={[
          { value: "hero", label: "Hero", content: <HeroEditor /> },
          { value: "process", label: "Process", content: <ProcessEditor /> },
          { value: "portfolio", label: "Portfolio", content: <PortfolioSection heading="h2" /> },
        ]}
      />
    </>
  )
}

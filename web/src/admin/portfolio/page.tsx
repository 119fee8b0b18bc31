import { Workbench } from "../preview/workbench"
import { PortfolioSection } from "./portfolio-section"

export default function PortfolioPage() {
  return (
    <Workbench path="/" name="Home" about={["company"]} wide>
      <PortfolioSection heading="h1" />
    </Workbench>
  )
}

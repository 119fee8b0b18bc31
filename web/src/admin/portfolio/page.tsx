import { PortfolioSection } from "./portfolio-section"

export default function PortfolioPage() {
  return <PortfolioSection heading="h1" />
}

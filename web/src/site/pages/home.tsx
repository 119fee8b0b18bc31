import type { HomePage } from "../data"
import { DisplayWindow } from "../sections/display-window"
import { Hero } from "../sections/hero"
import { Join } from "../sections/join"
import { Portfolio } from "../sections/portfolio"
import { Process } from "../sections/process"
import type { Parts } from "./page-parts"

export const home = (data: HomePage): Parts => ({
  above: <Hero hero={data.hero_content} />,
  below: (
    <>
      <div className="wrap">
        <DisplayWindow areas={data.hero_content.featured_areas} rich heading="h2" first={0} />
      </div>
      <Process process={data.process_content} steps={data.process_steps} />
      <Portfolio sections={data.homepage_sections} companies={data.portfolio_companies} />
      <Join />
    </>
  ),
})

import type { AboutPage } from "../data"
import { DisplayWindow } from "../sections/display-window"
import { Process } from "../sections/process"
import { Rich } from "../sections/rich"
import { Team } from "../sections/team"
import { Why } from "../sections/why"
import { word } from "../words"
import type { Parts } from "./page-parts"

export const about = (data: AboutPage): Parts => ({
  above: (
    <div className="page wrap about-intro">
      <h1 className="d">{word("about_heading")}</h1>
      <Rich html={data.about_content.intro_text} className="prose-xl" />
    </div>
  ),
  below: (
    <>
      <section className="sec wrap" aria-labelledby="approach-title">
        <div className="sec-head">
          <h2 className="d" id="approach-title">
            {word("approach_title")}
          </h2>
          <Rich html={data.about_content.approach_text} />
        </div>
        <DisplayWindow
          areas={data.about_content.focus_areas}
          rich={false}
          heading="h3"
          first={2}
          className="about-win"
        />
        <Why reasons={data.about_content.why_ecommerce} />
      </section>
      <Process process={data.process_content} steps={data.process_steps} />
      <Team members={data.team_members} />
    </>
  ),
})

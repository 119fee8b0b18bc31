import "./server-globals"
import { renderToString } from "react-dom/server"
import { type Order, ordered } from "./site/art"
import type { PageData } from "./site/data"
import { type FormTemplate, formTemplate } from "./site/form-template"
import { headTags } from "./site/head"
import { salaryText } from "./site/job-facts"
import { JobRow } from "./site/sections/job-list"
import { Site } from "./site/site"
import { speakFor } from "./site/words"
import { ART_DEFS } from "./ui/art/defs"

/** What render returns, as JSON. The server writes the document around it, and the data it gave into the state block. */
export type Rendered = {
  lang: string
  head: string
  body: string
  /** What is to be drawn in the places that the body has for it. */
  art?: Order
  form?: FormTemplate
  cards?: string[]
  salaries?: string[]
}

// Text in and text out: the engine that runs this shares no objects with the server around it.
function render(json: string): string {
  const data: PageData = JSON.parse(json)
  speakFor(data.site)
  const rendered: Rendered = {
    lang: data.site.language ?? "en",
    head: headTags(data),
    body: `${ART_DEFS}<div id="root">${renderToString(<Site data={data} />)}</div>`,
  }
  rendered.art = ordered()
  rendered.form = formTemplate(data)
  if (data.page === "careers" && data.cards) {
    rendered.cards = data.cards.map((card) => renderToString(<JobRow job={card} />))
    rendered.salaries = data.salaries?.map(salaryText)
  }
  return JSON.stringify(rendered)
}

;(globalThis as typeof globalThis & { render: typeof render }).render = render

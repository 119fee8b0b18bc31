import { ArrowUpRight } from "lucide-react"
import type { Scene } from "@/identity/families/today/scene"
import { hostName } from "@/lib/text"
import { Drawing } from "@/ui/art/drawing"
import { art } from "../art"
import type { HomepageSection, PortfolioCompany } from "../data"
import { Picture } from "../picture"
import { word } from "../words"
import { Stopped } from "./headline"

const PLACEHOLDER = "/placeholder-logo.svg"

type Props = { sections: HomepageSection[]; companies: PortfolioCompany[] }

export function Portfolio({ sections, companies }: Props) {
  const visible = sections.some((s) => s.section_name === "portfolio_companies" && s.is_visible)
  if (!visible || companies.length === 0) return null
  const drawings = art().list(companies.map((company) => company.name))
  return (
    <section className="sec wrap" aria-labelledby="portfolio-title">
      <div className="sec-head c3">
        <h2 className="d" id="portfolio-title">
          <Stopped text={word("portfolio_title")} />
        </h2>
        <p>{word("portfolio_lead")}</p>
      </div>
      <ul className={companies.length === 1 ? "folio one" : "folio"}>
        {companies.map((company, i) => (
          <Company key={company.id} company={company} drawing={drawings[i] as Scene} />
        ))}
      </ul>
    </section>
  )
}

function Company({ company, drawing }: { company: PortfolioCompany; drawing: Scene }) {
  return (
    <li className="co">
      <div className="co-pane">
        <Drawing scene={() => drawing} of={company.name} className="em" />
        <Plate logo={company.logo_url} />
      </div>
      <div className="shelf" />
      <h3 className="d">
        {company.website_url ? (
          <a href={company.website_url} target="_blank" rel="noopener noreferrer">
            {company.name}
            <span className="sr"> {word("new_window")}</span>
          </a>
        ) : (
          company.name
        )}
        <span className="dotm" />
      </h3>
      <p>{company.description}</p>
      {company.website_url && (
        <span className="go" aria-hidden="true">
          {hostName(company.website_url)} <ArrowUpRight className="ic" strokeWidth={1.75} />
        </span>
      )}
    </li>
  )
}

// A logo may be any size and any colour: it gets a white plate of fixed size in both themes.
function Plate({ logo }: { logo: string }) {
  if (logo === PLACEHOLDER) return null
  return <Picture className="plate" src={logo} alt="" width={96} height={24} />
}

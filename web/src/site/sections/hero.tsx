import { ArrowRight } from "lucide-react"
import type { HeroContent } from "../data"
import { Headline } from "./headline"
import { Rich } from "./rich"

export function Hero({ hero }: { hero: HeroContent }) {
  const { title, subtitle, cta_primary_text, cta_secondary_text } = hero
  return (
    <div className="hero wrap">
      <h1 className="d">
        <Headline text={title} />
      </h1>
      <div className="hero-row">
        <Rich html={subtitle} className="lead" />
        {(cta_primary_text || cta_secondary_text) && (
          <div className="cta">
            {cta_primary_text && (
              <a className="btn btn-ink" href="/contact">
                {cta_primary_text} <ArrowRight className="ic" strokeWidth={1.75} />
              </a>
            )}
            {cta_secondary_text && (
              <a className="btn btn-line" href="#process">
                {cta_secondary_text}
              </a>
            )}
          </div>
        )}
      </div>
    </div>
  )
}

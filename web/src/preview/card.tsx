import { family, svg } from "@/identity/families/family"
import { DEFAULT_MARK, DEFAULT_THEME } from "@/identity/identity"
import { mark } from "@/identity/mark"
import type { Showing } from "@/lib/preview"
import type { PageData } from "@/site/data"
import { Headline } from "@/site/sections/headline"
import { speakFor } from "@/site/words"
import "./card.css"

/** The picture that a shared link shows, 1200 by 630. */
export function Card({ data, showing: { identity } }: { data: PageData; showing: Showing }) {
  speakFor(data.site)
  const { name, city, country } = data.site
  const { art, seed } = identity?.theme ?? DEFAULT_THEME
  const sign = identity?.mark ?? DEFAULT_MARK
  const title = data.page === "home" ? data.hero_content.title : name
  const drawn = family(art, { name, seed, frame: sign.frame }).backstock()
  return (
    <div className="og">
      <div className="og-head">
        {sign.kind === "uploaded" && sign.url ? (
          <img className="mk" src={sign.url} alt="" />
        ) : (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn here from numbers
          <span dangerouslySetInnerHTML={{ __html: mark(sign) }} />
        )}
        <span className="og-name">{name}</span>
        <p>{[city, country].filter(Boolean).join(", ")}</p>
      </div>
      <h1 className="d">
        <Headline text={title} />
      </h1>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: drawn here from numbers */}
      <div className="og-art" dangerouslySetInnerHTML={{ __html: svg(drawn) }} />
      <div className="shelf" />
    </div>
  )
}

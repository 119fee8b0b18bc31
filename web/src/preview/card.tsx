import { useLayoutEffect, useRef } from "react"
import { cardArt, cardPhoto } from "@/identity/card-art"
import { family, svg } from "@/identity/families/family"
import type { Family } from "@/identity/families/hand"
import { DEFAULT_MARK, DEFAULT_THEME, type MarkSettings } from "@/identity/identity"
import { signOf } from "@/identity/sign"
import type { Showing } from "@/lib/preview"
import { sentences } from "@/lib/text"
import type { PageData } from "@/site/data"
import { Headline, Stopped } from "@/site/sections/headline"
import { photoAt } from "@/site/sizes"
import { speakFor, word } from "@/site/words"
import "./card.css"

type Props = { data: PageData; showing: Showing }

function partsOf({ data, showing: { identity } }: Props) {
  speakFor(data.site)
  const { name } = data.site
  const { art, seed, fallback } = identity?.theme ?? DEFAULT_THEME
  const photos = data.site.art?.photos
  const sign = identity?.mark ?? DEFAULT_MARK
  const tags = [word("scene_tag_1"), word("scene_tag_2"), word("scene_tag_3")]
  return {
    name,
    title: data.page === "home" ? data.hero_content.title : name,
    drawn: family(art, { name, seed, frame: sign.frame, tags, photos, fallback, src: photoAt }),
    sign,
  }
}

/** The picture that a shared link shows, 1200 by 630, as internal/draw/card.go draws it. */
export function Card(props: Props) {
  const { name, title, drawn, sign } = partsOf(props)
  const headline = useFitting<HTMLHeadingElement>()
  const photo = cardPhoto(drawn)
  return (
    <div className="og">
      {photo ? (
        <Art className="og-photo" html={svg(photo)} />
      ) : (
        <Art className="og-things" html={onShelf(drawn, name)} />
      )}
      <div className="og-head">
        <Sign sign={sign} />
        <span className="og-name">{name}</span>
        <p>{props.data.site.city}</p>
      </div>
      <h1 ref={headline} className="d">
        <Headline text={title} />
      </h1>
      <div className="shelf" />
    </div>
  )
}

/** The things as internal/draw/card.go places them. */
function onShelf(art: Family, name: string): string {
  const all = cardArt(art, name)
  const each = (1200 - 2 * 64 - 48) / (all.length - 1)
  const placed = all.map(({ body }, at) =>
    at === all.length - 1
      ? `<g transform="translate(1088 582)">${body}</g>`
      : `<g transform="translate(${64 + each * at + (each - 353) / 2} 406) scale(.84)">${body}</g>`,
  )
  return svg({ w: 1200, h: 630, body: placed.join("") })
}

/** Lines that are wider than their room are set smaller. */
function useFitting<Of extends HTMLElement>() {
  const lines = useRef<Of>(null)
  useLayoutEffect(() => {
    const fit = () => {
      const one = lines.current
      if (!one) return
      one.style.fontSize = ""
      const size = Number.parseFloat(getComputedStyle(one).fontSize)
      one.style.fontSize = `${size * Math.min(1, one.clientWidth / one.scrollWidth)}px`
    }
    fit()
    void document.fonts.ready.then(fit)
  })
  return lines
}

/** A look in small, 720 by 420. */
export function LookCard(props: Props) {
  const { name, title, drawn, sign } = partsOf(props)
  const [first = ""] = sentences(title)
  return (
    <div className="og og-look">
      <div className="og-head">
        <Sign sign={sign} />
        <span className="og-name">{name}</span>
      </div>
      <h1 className="d">
        <Stopped text={first} />
      </h1>
      <Art className="og-art" html={svg(drawn.scene("agent"), "", "xMidYMax meet")} />
      <div className="shelf" />
    </div>
  )
}

const Sign = ({ sign }: { sign: MarkSettings }) => <Art className="mk-own" html={signOf(sign)} />

function Art({ className, html }: { className: string; html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn here from numbers, or an escaped address
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />
}

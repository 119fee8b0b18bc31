import { DEFAULT_THEME, isOneOf, TYPES, type TypeName } from "./identity"

type Fallback = { adjust: number; ascent: number; descent: number }
export type Face = {
  family: string
  file: string
  weights: readonly [least: number, most: number]
  /** Bytes of the Latin file. */
  bytes: number
  /** Makes the visitor's own font take the same room until ours is there. */
  fallback: Fallback
}

export type Pairing = {
  id: TypeName
  label: string
  note: string
  display: Face
  text: Face
  /** Weight of headlines. */
  weight: number
  /** Evens out how large a headline looks. */
  scale: number
  track: number
  lead: number
  /** Room between words of the text face. */
  word: string
  /** Where the drawn full stop sits, in em. */
  stop: { x: number; y: number; d: number }
  serif: boolean
}

const fallback = (adjust: number, ascent: number, descent: number) => ({ adjust, ascent, descent })

const SCHIBSTED: Face = {
  family: "Schibsted Display",
  file: "schibsted-display",
  weights: [400, 700],
  bytes: 41520,
  fallback: fallback(106.5, 91.7, 24.2),
}

export const TYPE: Record<TypeName, Pairing> = {
  shopfront: {
    id: "shopfront",
    label: "Shopfront",
    note: "wide and friendly",
    display: {
      family: "Anek Display",
      file: "anek-display",
      weights: [500, 500],
      bytes: 16520,
      fallback: fallback(107, 84.1, 18.7),
    },
    text: {
      family: "Geist Text",
      file: "geist-text",
      weights: [400, 700],
      bytes: 17924,
      fallback: fallback(102.4, 98.1, 28.8),
    },
    weight: 500,
    scale: 1,
    track: -0.042,
    lead: 0.99,
    word: "0",
    stop: { x: 0.045, y: 0.185, d: 0.185 },
    serif: false,
  },
  survey: {
    id: "survey",
    label: "Survey",
    note: "narrow and exact",
    display: {
      family: "Instrument Display",
      file: "instrument-display",
      weights: [400, 700],
      bytes: 28368,
      fallback: fallback(87.5, 110.9, 28.6),
    },
    text: {
      family: "Instrument Text",
      file: "instrument-text",
      weights: [400, 600],
      bytes: 27528,
      fallback: fallback(102, 95.1, 24.5),
    },
    weight: 600,
    scale: 1.06,
    track: -0.03,
    lead: 0.96,
    word: "0.05em",
    stop: { x: 0.045, y: 0.238, d: 0.18 },
    serif: false,
  },
  ledger: {
    id: "ledger",
    label: "Ledger",
    note: "compact, with a grin",
    display: {
      family: "Bricolage Display",
      file: "bricolage-display",
      weights: [400, 700],
      bytes: 36184,
      fallback: fallback(93.3, 99.7, 28.9),
    },
    text: {
      family: "Onest Text",
      file: "onest-text",
      weights: [400, 600],
      bytes: 18976,
      fallback: fallback(105.7, 91.8, 28.9),
    },
    weight: 600,
    scale: 1.03,
    track: -0.035,
    lead: 0.97,
    word: "0",
    stop: { x: 0.02, y: 0.258, d: 0.185 },
    serif: false,
  },
  journal: {
    id: "journal",
    label: "Journal",
    note: "a serif that whispers",
    display: {
      family: "Newsreader Display",
      file: "newsreader-display",
      weights: [400, 400],
      bytes: 20268,
      fallback: fallback(99, 74.2, 26.7),
    },
    text: {
      family: "Hanken Text",
      file: "hanken-text",
      weights: [400, 600],
      bytes: 19796,
      fallback: fallback(100.1, 100, 30.3),
    },
    weight: 400,
    scale: 1.05,
    track: -0.028,
    lead: 0.98,
    word: "0",
    stop: { x: 0.035, y: 0.255, d: 0.17 },
    serif: true,
  },
  bench: {
    id: "bench",
    label: "Bench",
    note: "one family, plain speech",
    display: SCHIBSTED,
    text: SCHIBSTED,
    weight: 600,
    scale: 0.95,
    track: -0.04,
    lead: 1,
    word: "0",
    stop: { x: 0.045, y: 0.246, d: 0.2 },
    serif: false,
  },
  hearth: {
    id: "hearth",
    label: "Hearth",
    note: "soft and warm",
    display: {
      family: "Fraunces Display",
      file: "fraunces-display",
      weights: [400, 600],
      bytes: 31088,
      fallback: fallback(87.6, 111.6, 29.1),
    },
    text: {
      family: "Figtree Text",
      file: "figtree-text",
      weights: [400, 600],
      bytes: 16832,
      fallback: fallback(100.7, 94.3, 24.8),
    },
    weight: 500,
    scale: 1.02,
    track: -0.03,
    lead: 1,
    word: "0",
    stop: { x: 0.03, y: 0.243, d: 0.175 },
    serif: true,
  },
}

/** The pairing of that name, or the default for anything else. */
export const pairing = (name: unknown): Pairing =>
  TYPE[isOneOf(TYPES, name) ? name : DEFAULT_THEME.type]

/** The faces of a pairing, each once. */
export const facesOf = ({ display, text }: Pairing): Face[] =>
  display === text ? [display] : [display, text]

/** What the extended Latin files hold; see build/fonts.mjs. */
const LATIN_EXT = "U+0100-0130,U+0132-0151,U+0154-024F,U+0259,U+1E00-1E9F,U+20A0-20AB,U+20AD-20BF"

export function typeFaces(type: Pairing, url: (file: string) => string): string[] {
  return facesOf(type).flatMap((face) => [
    fontFace(face, url(face.file)),
    fontFace(face, url(`${face.file}-ext`), `;unicode-range:${LATIN_EXT}`),
    fallbackFace(face),
  ])
}

function fontFace({ family, weights: [least, most] }: Face, url: string, range = ""): string {
  const weight = least === most ? least : `${least} ${most}`
  return `@font-face{font-family:"${family}";src:url("${url}") format("woff2");font-weight:${weight};font-style:normal;font-display:swap${range}}`
}

function fallbackFace({ family, fallback: { adjust, ascent, descent } }: Face): string {
  return `@font-face{font-family:"${family} Fallback";src:local("Arial"),local("Roboto");size-adjust:${adjust}%;ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:0%}`
}

export function typeProperties(type: Pairing): Record<string, string> {
  const { display, text, scale, stop } = type
  const stack = ({ family }: Face) =>
    `"${family}", "${family} Fallback", Alt, system-ui, sans-serif`
  const fluid = (least: number, base: number, slope: number, most: number) => {
    const [a, b, c, d] = [least, base, slope, most].map((n) => Math.round(n * scale * 1e4) / 1e4)
    return `clamp(${a}rem, ${b}rem + ${c}vw, ${d}rem)`
  }
  return {
    "font-display": stack(display),
    "font-text": stack(text),
    "display-weight": String(type.weight),
    "display-track": `${type.track}em`,
    "display-lead": String(type.lead),
    "text-word": type.word,
    "stop-x": `${stop.x}em`,
    "stop-y": `${stop.y}em`,
    "stop-d": `${stop.d}em`,
    "text-hero": fluid(2.75, 1.05, 6.05, 6.5),
    "text-page": fluid(2.5, 1.65, 3.1, 4.5),
    "text-section": fluid(2, 1.5, 1.8, 3.25),
  }
}

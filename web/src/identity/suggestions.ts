import { fromHex, type Hex, hueDistance } from "./colour"
import { DEFAULT_THEME, type MarkSettings, type ThemeSettings } from "./identity"

type Look = Pick<ThemeSettings, "hue_glass" | "hue_dot" | "tint" | "type" | "art" | "pack">

export type Suggestion = Look & {
  name: string
  /** "*" as the initial stands for the first letter of the studio's name. */
  mark: Pick<MarkSettings, "frame" | "dot" | "initial">
}

/** Six complete looks; the first is the default site. */
export const SUGGESTIONS: readonly Suggestion[] = [
  {
    name: "Glass",
    hue_glass: 177,
    hue_dot: 33,
    tint: 1,
    type: "shopfront",
    art: "vessels",
    pack: "shop",
    mark: { frame: "arch", dot: "se", initial: "" },
  },
  {
    name: "Ridge",
    hue_glass: 242,
    hue_dot: 95,
    tint: 1.5,
    type: "survey",
    art: "terrain",
    pack: "observatory",
    mark: { frame: "square", dot: "ne", initial: "" },
  },
  {
    name: "Clay",
    hue_glass: 50,
    hue_dot: 262,
    tint: 1.9,
    type: "ledger",
    art: "blocks",
    pack: "workshop",
    mark: { frame: "tile", dot: "se", initial: "*" },
  },
  {
    name: "Reading room",
    hue_glass: 305,
    hue_dot: 350,
    tint: 1.2,
    type: "journal",
    art: "letters",
    pack: "neutral",
    mark: { frame: "circle", dot: "se", initial: "*" },
  },
  {
    name: "Kiln",
    hue_glass: 78,
    hue_dot: 18,
    tint: 2,
    type: "hearth",
    art: "vessels",
    pack: "shop",
    mark: { frame: "arch", dot: "c", initial: "" },
  },
  {
    name: "Paper",
    hue_glass: 260,
    hue_dot: 145,
    tint: 0.15,
    type: "bench",
    art: "blocks",
    pack: "neutral",
    mark: { frame: "square", dot: "sw", initial: "" },
  },
]

/** A colour of a logo and the share of its pixels, transparent and near-white ones left out. */
export type Counted = { hex: Hex; share: number }
type Colours = Pick<ThemeSettings, "hue_glass" | "hue_dot" | "tint">

/** The liveliest colour becomes the dot, the largest other one the glass; null when the logo has no colour to start from. */
export function fromLogo(colours: readonly Counted[]): Colours | null {
  if (colours.length === 0) return null
  const lively = colours
    .map(({ hex, share }) => {
      const [lightness, chroma, hue] = fromHex(hex)
      return { lightness, chroma, hue, share }
    })
    .filter(({ chroma, share }) => chroma > 0.04 && share > 0.01)
    .sort((a, b) => b.chroma - a.chroma)
  const [dot, ...rest] = lively
  if (!dot) return { hue_glass: DEFAULT_THEME.hue_glass, tint: 0.1, hue_dot: DEFAULT_THEME.hue_dot }
  const [glass] = rest
    .filter(({ hue }) => hueDistance(hue, dot.hue) >= 30)
    .sort((a, b) => b.share - a.share)
  if (glass) {
    const tint = Math.min(2, Math.max(0.8, glass.chroma * 12))
    return { hue_glass: degrees(glass.hue), tint: tenth(tint), hue_dot: degrees(dot.hue) }
  }
  // One dark colour is the glass, one light colour the dot on glass that is nearly neutral.
  return dot.chroma < 0.09 || dot.lightness < 0.45
    ? { hue_glass: degrees(dot.hue), tint: 1.4, hue_dot: degrees(dot.hue + 150) }
    : { hue_glass: degrees(dot.hue + 180), tint: 0.3, hue_dot: degrees(dot.hue) }
}

const degrees = (hue: number) => Math.round(hue) % 360
const tenth = (n: number) => Math.round(n * 10) / 10

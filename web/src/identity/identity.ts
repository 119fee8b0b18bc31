/** The choices of a studio, as they are stored in `site_settings.theme` and `site_settings.mark`. */

export const TYPES = ["shopfront", "survey", "ledger", "journal", "bench", "hearth"] as const
export const ARTS = ["vessels", "letters", "terrain", "blocks", "weave", "photographs"] as const
export const PACKS = ["neutral", "shop", "workshop", "observatory"] as const
export const FRAMES = ["arch", "square", "circle", "tile"] as const
export const PLACES = ["nw", "n", "ne", "w", "c", "e", "sw", "s", "se"] as const

export type TypeName = (typeof TYPES)[number]
export type Art = (typeof ARTS)[number]
/** A family that needs no pictures. */
export type Drawn = Exclude<Art, "photographs">
export type Pack = (typeof PACKS)[number]
export type Frame = (typeof FRAMES)[number]
export type DotPlace = (typeof PLACES)[number]

/** A picture from the media bucket; x and y are its focal point, 0 to 1, where it is not the one that Media has. */
export type Photo = { url: string; x: number | null; y: number | null; alt: string }

export type ThemeSettings = {
  hue_glass: number
  hue_dot: number
  tint: number
  type: TypeName
  art: Art
  /** Null means the drawings that Vitrine came with. */
  seed: number | null
  pack: Pack
  /** What is drawn where no photograph fits: people, and everything while there are too few. */
  fallback: Drawn
  photos: Photo[]
}

export type MarkSettings = {
  kind: "generated" | "uploaded"
  frame: Frame
  dot: DotPlace
  initial: string
  url: string
  dark_url: string
}

export const DEFAULT_THEME: ThemeSettings = {
  hue_glass: 177,
  hue_dot: 33,
  tint: 1,
  type: "shopfront",
  art: "vessels",
  seed: null,
  pack: "shop",
  fallback: "vessels",
  photos: [],
}

export const DEFAULT_MARK: MarkSettings = {
  kind: "generated",
  frame: "arch",
  dot: "se",
  initial: "",
  url: "",
  dark_url: "",
}

/** Says whether a value is one of a list, whatever it is. */
export function isOneOf<T extends string>(list: readonly T[], value: unknown): value is T {
  return (list as readonly unknown[]).includes(value)
}

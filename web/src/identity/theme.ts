import { alpha, contrast, type Hex, hueDistance, toHex, wrapHue } from "./colour"
import { DEFAULT_DARK, DEFAULT_LIGHT } from "./default-palette"
import { DEFAULT_THEME, type ThemeSettings } from "./identity"
import { coloursOf, type Fix, type Hues, huesOf, isSameDot, type Mode } from "./palette"
import { CORE_PAIRS, type Colour, PAIRS } from "./tokens"
import { type Pairing, pairing, typeFaces, typeProperties } from "./type"

/** What is made of the colours: see-through ones, gradients, shadows. */
type Mixed =
  | "v-glass"
  | "v-line-glass"
  | "lit-fill"
  | "lit-line"
  | "cloche-fill"
  | "cloche-line"
  | "beam"
  | "pool"
  | "ball-core"
  | "glare"
  | "scrim"
  | "shelf"
  | "shadow-1"
  | "shadow-2"
  | "shadow-3"

/** Every custom property of one theme, without its two dashes. */
export type Palette = Record<Colour | Mixed, string>

type Flags = {
  disc: boolean
  dangerHue: number
  inkControls: boolean
  /** The dot disappears into the glass: worth a warning, never refused. */
  alike: boolean
}

export type Theme = {
  light: Palette
  dark: Palette
  type: Pairing
  flags: Flags
  fixes: Fix[]
  /** Whether visitors see the colours and faces that the stylesheets have anyway. */
  isDefault: boolean
}

/** Makes a theme of what is stored (`ThemeSettings`); whatever that is, a complete one comes out. */
export function theme(stored?: unknown): Theme {
  const identity: Partial<Record<keyof ThemeSettings, unknown>> = Object(stored)
  const hues = huesOf(
    wrapHue(Math.round(numberOr(identity.hue_glass, DEFAULT_THEME.hue_glass))),
    wrapHue(Math.round(numberOr(identity.hue_dot, DEFAULT_THEME.hue_dot))),
    Math.min(2.5, Math.max(0, numberOr(identity.tint, DEFAULT_THEME.tint))),
  )
  const type = pairing(identity.type)
  const { glass, dot, tint, disc, danger, inkControls } = hues
  const flags = {
    disc,
    dangerHue: danger,
    inkControls,
    alike: tint >= 0.5 && hueDistance(glass, dot) < 25,
  }
  if (hasDefaultHues(hues)) {
    const isDefault = type.id === DEFAULT_THEME.type
    return { light: DEFAULT_LIGHT, dark: DEFAULT_DARK, type, flags, fixes: [], isDefault }
  }
  const light = coloursOf("light", hues)
  const dark = coloursOf("dark", hues)
  return {
    light: paletteOf("light", light.colours, disc),
    dark: paletteOf("dark", dark.colours, disc),
    type,
    flags,
    fixes: [...light.fixes, ...dark.fixes],
    isDefault: false,
  }
}

function numberOr(value: unknown, otherwise: number): number {
  if (typeof value !== "number" && typeof value !== "string") return otherwise
  return value !== "" && Number.isFinite(Number(value)) ? Number(value) : otherwise
}

// The numbers give the site of today but for a few shades; its own palette gives it exactly.
function hasDefaultHues({ glass, dot, tint }: Hues): boolean {
  const { hue_glass, hue_dot, tint: whole } = DEFAULT_THEME
  return glass === hue_glass && dot === hue_dot && tint === whole
}

function paletteOf(mode: Mode, colours: ReturnType<typeof coloursOf>["colours"], disc: boolean) {
  const hexes = Object.fromEntries(
    Object.entries(colours).map(([name, colour]) => [name, toHex(colour)]),
  ) as Record<Colour, Hex>
  const mixed = mode === "dark" ? darkMixes(hexes) : lightMixes(hexes, disc)
  return { ...hexes, ...lampMixes(hexes), ...mixed } satisfies Palette
}

function lampMixes({ lamp, lit }: Record<Colour, Hex>) {
  return {
    "lit-fill": alpha(lit, 0.05),
    "lit-line": alpha(lit, 0.62),
    "cloche-fill": alpha(lit, 0.06),
    "cloche-line": alpha(lit, 0.55),
    beam: alpha(lamp, 0.34),
    pool: alpha(lamp, 0.55),
  }
}

function lightMixes(hex: Record<Colour, Hex>, disc: boolean) {
  const shade = (share: number) => alpha(hex["v-shade"], share)
  return {
    "v-glass": alpha(hex.edge, 0.035),
    "v-line-glass": alpha(hex.edge, 0.5),
    "ball-core": disc ? hex["dot-core"] : "transparent",
    glare: "0.42",
    scrim: alpha(hex.ink, 0.46),
    shelf: shelf(hex, 22, 64),
    "shadow-1": `0 1px 2px ${shade(0.06)}`,
    "shadow-2": `0 1px 2px ${shade(0.06)}, 0 6px 16px -6px ${shade(0.12)}`,
    "shadow-3": `0 2px 4px ${shade(0.06)}, 0 24px 64px -16px ${shade(0.32)}`,
  }
}

function darkMixes(hex: Record<Colour, Hex>) {
  const shade = (share: number) => alpha("#000000", share)
  return {
    "v-glass": alpha(hex.edge, 0.05),
    "v-line-glass": alpha(hex["shelf-1"], 0.42),
    "ball-core": "transparent",
    glare: "0.06",
    scrim: shade(0.62),
    shelf: shelf(hex, 24, 66),
    "shadow-1": `0 1px 2px ${shade(0.4)}`,
    "shadow-2": `0 1px 2px ${shade(0.4)}, 0 8px 20px -6px ${shade(0.5)}`,
    "shadow-3": `0 2px 4px ${shade(0.4)}, 0 24px 64px -12px ${shade(0.8)}`,
  }
}

const shelf = (hex: Record<Colour, Hex>, second: number, third: number) =>
  `linear-gradient(180deg, ${hex["shelf-1"]} 0, ${hex["shelf-2"]} ${second}%, ${hex["shelf-3"]} ${third}%, ${hex["shelf-4"]} 100%)`

/** The theme's stylesheet: custom properties and font faces, no selector but the root, twice, so that it wins wherever it stands. `url` says where a font file lies. */
export function css(
  theme: Theme,
  url: (file: string) => string = (file) => `/fonts/${file}.woff2`,
): string {
  return [
    ...typeFaces(theme.type, url),
    `:root:root{${block(typeProperties(theme.type))}}`,
    colours(theme),
    "",
  ].join("\n")
}

const block = (properties: Record<string, string>) =>
  Object.entries(properties)
    .map(([name, value]) => `--${name}:${value}`)
    .join(";")

/** The colours alone. */
export function colours(theme: Theme): string {
  const dark = `color-scheme:dark;${block(theme.dark)}`
  return [
    `:root:root{color-scheme:light;${block(theme.light)}}`,
    `@media (prefers-color-scheme:dark){:root:root:not([data-theme="light"]){${dark}}}`,
    `:root:root[data-theme="dark"]{${dark}}`,
  ].join("\n")
}

type Ratio = {
  mode: Mode
  foreground: Colour
  background: Colour
  least: number
  ratio: number
  passes: boolean
}

/** Every pair of a theme with its contrast. */
export function ratios(theme: Theme): Ratio[] {
  return (["light", "dark"] as const).flatMap((mode) =>
    [...PAIRS, ...CORE_PAIRS].flatMap(([foreground, background, least]) => {
      const [over, under] = [theme[mode][foreground], theme[mode][background]]
      if (isSameDot(foreground, over, under)) return []
      const ratio = contrast(over, under)
      return [{ mode, foreground, background, least, ratio, passes: ratio >= least }]
    }),
  )
}

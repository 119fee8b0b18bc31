/** The colours of the site as lightness and chroma. Nobody chooses a lightness; hue and tint come from the studio. */

type LightDark = readonly [lightL: number, lightC: number, darkL: number, darkC: number]
type Shares = readonly [
  lightL: number,
  share: number,
  cap: number,
  darkL: number,
  share: number,
  cap: number,
]

/** Glass: chroma is multiplied by the tint. */
export const GLASS = {
  bg: [0.9706, 0.0034, 0.1626, 0.0082],
  surface: [1, 0, 0.2015, 0.0107],
  sunken: [0.947, 0.0069, 0.18, 0.0095],
  raised: [1, 0, 0.2559, 0.0183],
  pane: [0.9324, 0.0104, 0.2319, 0.0167],
  "pane-2": [0.8947, 0.0164, 0.2748, 0.0204],
  night: [0.1814, 0.0141, 0.2081, 0.0138],
  "night-2": [0.2341, 0.0198, 0.2592, 0.0195],
  "night-ink": [0.9621, 0.0069, 0.9621, 0.0069],
  "night-ink-2": [0.7631, 0.0181, 0.7631, 0.0181],
  "night-line": [0.3298, 0.0209, 0.3298, 0.0209],
  ink: [0.1814, 0.0141, 0.9621, 0.0069],
  "ink-2": [0.4296, 0.0177, 0.7631, 0.0181],
  "ink-3": [0.5109, 0.0187, 0.6497, 0.0188],
  "on-ink": [0.9706, 0.0034, 0.1626, 0.0082],
  line: [0.8959, 0.0105, 0.2817, 0.0161],
  "line-2": [0.8151, 0.0158, 0.3615, 0.0195],
  field: [0.6164, 0.019, 0.5415, 0.0195],
  // drawings
  "v-hi": [1, 0, 0.9558, 0.0113],
  "v-mid": [0.9748, 0.0059, 0.8235, 0.0257],
  "v-lo": [0.8271, 0.0253, 0.411, 0.029],
  "v-line": [0.37, 0.0352, 0.1896, 0.0153],
  "v-ink": [0.2072, 0.0151, 0.3365, 0.0227],
  "v-ink2": [0.3995, 0.0242, 0.5414, 0.0298],
  "v-line-inv": [0.648, 0.0307, 0.1663, 0.0096],
  "v-draft": [0.4837, 0.0329, 0.6783, 0.0388],
  "v-shade": [0.2627, 0.0404, 0, 0],
  "w-0": [0.9185, 0.0129, 0.1868, 0.0127],
  "w-1": [0.9621, 0.0069, 0.2395, 0.0178],
  "w-2": [0.9826, 0.0034, 0.2667, 0.0205],
  "w-3": [0.9422, 0.0094, 0.2037, 0.0138],
  "w-a": [0.385, 0.035, 0.277, 0.0234],
  "w-b": [0.1892, 0.016, 0.1481, 0.0088],
  "ped-a": [0.9845, 0.005, 0.7204, 0.029],
  "ped-b": [0.7613, 0.0297, 0.3431, 0.0244],
  "ped-top": [1, 0, 0.8738, 0.02],
  // things seen at night and by lamp light
  "n-hi": [0.98, 0.0069, 0.98, 0.0069],
  "n-mid": [0.8453, 0.0256, 0.8453, 0.0256],
  "n-lo": [0.36, 0.0274, 0.36, 0.0274],
  "n-line": [0.1732, 0.0129, 0.1732, 0.0129],
  "n-rim": [0.3756, 0.0269, 0.3756, 0.0269],
  lamp: [0.9744, 0.0356, 0.9744, 0.0356],
  lit: [0.9437, 0.0589, 0.9437, 0.0589],
  shine: [1, 0, 1, 0],
  // the two tones of a photograph
  "ph-hi": [0.985, 0.008, 0.8, 0.03],
  "ph-lo": [0.27, 0.052, 0.15, 0.022],
  // paper, light in both themes
  card: [0.9706, 0.0034, 0.9706, 0.0034],
  "card-ink": [0.1814, 0.0141, 0.1814, 0.0141],
  "card-line": [0.8959, 0.0105, 0.8959, 0.0105],
} as const satisfies Record<string, LightDark>

/** The side of the pane: a share of the chroma that the hue can show, capped so that blue never turns electric. */
export const EDGE = {
  edge: [0.442, 0.965, 0.125, 0.778, 0.735, 0.125],
  "edge-hover": [0.3711, 0.96, 0.105, 0.8388, 0.59, 0.105],
  "edge-soft": [0.9321, 0.6, 0.0215, 0.2841, 0.6, 0.04],
  "shelf-1": [0.9783, 0.6, 0.0105, 0.9172, 0.6, 0.055],
  "shelf-2": [0.8612, 0.6, 0.045, 0.7147, 0.74, 0.1],
  "shelf-3": [0.6375, 0.85, 0.105, 0.4765, 0.9, 0.085],
  "shelf-4": [0.442, 0.98, 0.125, 0.3182, 0.9, 0.06],
} as const satisfies Record<string, Shares>

export const DANGER = {
  danger: [0.4899, 0.1813, 0.7635, 0.1417],
  "danger-hover": [0.4187, 0.1545, 0.8206, 0.1018],
  "danger-soft": [0.9423, 0.0231, 0.242, 0.0551],
  "on-danger": [1, 0, 0.1941, 0.0601],
} as const satisfies Record<string, LightDark>

export const WARN = {
  warn: [0.4707, 0.0987, 0.8375, 0.1219],
  "warn-soft": [0.948, 0.0362, 0.2665, 0.036],
} as const satisfies Record<string, LightDark>

export type DotToken =
  | "dot"
  | "dot-core"
  | "dot-hi"
  | "dot-lo"
  | "dot-line"
  | "dot-ink"
  | "dot-soft"
  | "mark-disc"
  | "mark-core"
  | "night-dot"
  | "card-dot"
  | "card-core"

/** Colours that the rules of palette.ts make. */
type Made = "on-edge" | "ok" | "ok-soft" | "control" | "on-control" | "focus" | DotToken

export type Colour =
  | keyof typeof GLASS
  | keyof typeof EDGE
  | keyof typeof DANGER
  | keyof typeof WARN
  | Made

type Pair = readonly [foreground: Colour, background: Colour, least: number]

/** Text needs 4.5, graphics and borders of controls 3. Corrections run from the top, so the sequence counts. */
export const PAIRS: readonly Pair[] = [
  ["ink", "bg", 7],
  ["ink", "surface", 7],
  ["ink-2", "bg", 4.5],
  ["ink-2", "surface", 4.5],
  ["ink-2", "sunken", 4.5],
  ["ink-2", "pane", 4.5],
  ["ink-3", "bg", 4.5],
  ["ink-3", "surface", 4.5],
  ["ink-3", "sunken", 4.5],
  ["ink-3", "pane", 4.5],
  ["on-ink", "ink", 7],
  ["field", "bg", 3],
  ["field", "surface", 3],
  ["field", "sunken", 3],
  ["edge", "bg", 4.5],
  ["edge", "surface", 4.5],
  ["edge", "edge-soft", 4.5],
  ["on-edge", "edge", 4.5],
  ["on-edge", "edge-hover", 4.5],
  ["control", "surface", 3],
  ["control", "sunken", 3],
  ["on-control", "control", 3],
  ["focus", "bg", 3],
  ["focus", "surface", 3],
  ["focus", "pane", 3],
  ["dot", "bg", 3],
  ["dot", "surface", 3],
  ["dot", "sunken", 3],
  ["dot", "pane", 3],
  ["dot", "w-0", 3],
  ["dot-ink", "dot-soft", 4.5],
  ["dot-ink", "surface", 4.5],
  ["mark-disc", "ink", 3],
  ["night-dot", "night", 3],
  ["card-dot", "card", 3],
  ["ok", "ok-soft", 4.5],
  ["warn", "warn-soft", 4.5],
  ["warn", "surface", 4.5],
  ["danger", "surface", 4.5],
  ["danger", "bg", 4.5],
  ["danger", "danger-soft", 4.5],
  ["on-danger", "danger", 4.5],
  ["night-ink", "night", 7],
  ["night-ink-2", "night", 4.5],
  ["night-ink-2", "night-2", 4.5],
  ["card-ink", "card", 7],
  ["v-draft", "w-1", 3],
]

/** The dot's two parts; they count only where they differ. */
export const CORE_PAIRS: readonly Pair[] = [
  ["dot-core", "dot", 3],
  ["mark-core", "mark-disc", 3],
  ["card-core", "card-dot", 3],
]

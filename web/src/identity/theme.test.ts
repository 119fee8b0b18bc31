import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { DEFAULT_THEME } from "./identity"
import { fromLogo, SUGGESTIONS } from "./suggestions"
import { css, ratios, theme } from "./theme"
import { facesOf, TYPE } from "./type"

const TINTS = [0, 0.5, 1, 1.75, 2.5]
const everyThird = Array.from({ length: 120 }, (_, i) => i * 3)

const failures = (identity: unknown) =>
  ratios(theme(identity))
    .filter(({ passes }) => !passes)
    .map((row) => ({ identity, ...row }))

test("contrast holds for every hue of the glass", () => {
  for (const hue_glass of everyThird)
    for (const tint of TINTS) expect(failures({ hue_glass, tint })).toEqual([])
})

test("contrast holds for every hue of the dot, on any glass", () => {
  for (const hue_dot of everyThird)
    for (const tint of TINTS)
      for (const hue_glass of [20, 60, 110, 177, 245, 300])
        expect(failures({ hue_glass, hue_dot, tint })).toEqual([])
})

test("corrections stay too small to see", () => {
  for (const hue_glass of everyThird)
    for (const { from, to } of theme({ hue_glass, hue_dot: 359 - hue_glass, tint: 2.5 }).fixes)
      expect(Math.abs(to - from)).toBeLessThanOrEqual(0.021)
})

/** The custom properties of a block, with those that stand for others written out. */
function properties(css: string, selector: string, inherited: Record<string, string> = {}) {
  const from = css.indexOf("{", css.indexOf(selector)) + 1
  const block = css.slice(from, css.indexOf("}", from)).replace(/\/\*.*?\*\//g, "")
  const found = [...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [
    name,
    value,
  ])
  return { ...inherited, ...Object.fromEntries(found) } as Record<string, string>
}

const spelled = (all: Record<string, string>, value = ""): string =>
  value
    .replace(/var\(--([\w-]+)\)/g, (_, name: string) => spelled(all, all[name]))
    .replace(/^#(.)(.)(.)$/, "#$1$1$2$2$3$3")

test("the default identity is the palette that the stylesheets have, to the last digit", () => {
  const styles = readFileSync("src/styles/palette.css", "utf8")
  const chosen = readFileSync("src/styles/palette-dark.css", "utf8")
  const light = properties(styles, ":root {")
  const dark = properties(styles, ':root:not([data-theme="light"])', light)
  const explicit = properties(chosen, ':root[data-theme="dark"]', light)
  const made = theme(DEFAULT_THEME)
  for (const [palette, own] of [
    [made.light, light],
    [made.dark, dark],
    [made.dark, explicit],
  ] as const)
    for (const [name, value] of Object.entries(palette))
      expect(`${name}: ${spelled(own, own[name])}`).toBe(`${name}: ${value}`)
  expect(made.isDefault).toBe(true)
  for (const size of ["text-hero", "text-page", "text-section", "display-weight", "stop-x"])
    expect(css(made)).toContain(`--${size}:${light[size]}`)
})

test.each<[string, unknown]>([
  ["nothing", undefined],
  ["null", null],
  ["a list", [1, 2]],
  ["a word", "red"],
  ["words", { hue_glass: "red", hue_dot: {}, tint: [], type: "comic", art: 7 }],
  ["no numbers", { hue_glass: Number.NaN, hue_dot: Number.POSITIVE_INFINITY, tint: null }],
  ["numbers out of range", { hue_glass: -1e9, hue_dot: 7e5 + 0.5, tint: 99 }],
  ["numbers in words", { hue_glass: "242", hue_dot: " ", tint: "1.5" }],
])("%s give a complete theme", (_, identity) => {
  const whole = theme(DEFAULT_THEME)
  const made = theme(identity)
  for (const mode of ["light", "dark"] as const) {
    expect(Object.keys(made[mode]).sort()).toEqual(Object.keys(whole[mode]).sort())
    expect(Object.values(made[mode]).join()).not.toMatch(/NaN|undefined|Infinity/)
  }
  expect(failures(identity)).toEqual([])
})

test("a theme's stylesheet has font faces and properties of the root, and nothing else", () => {
  for (const { name: _, mark: __, ...look } of SUGGESTIONS) {
    const rest = css(theme(look), (file) => `/assets/${file}-hash.woff2`)
      .replace(/@font-face\{[^{}]*\}/g, "")
      .replace(/:root:root(:not\(\[data-theme="light"\]\)|\[data-theme="dark"\])?\{[^{}]*\}/g, "")
      .replace("@media (prefers-color-scheme:dark){}", "")
    expect(rest.trim()).toBe("")
  }
})

test.each(Object.values(TYPE))("the Latin files of $label weigh at most 60 KB", (pairing) => {
  const sizes = facesOf(pairing).map(({ file, bytes }) => {
    expect(readFileSync(`src/styles/fonts/${file}.woff2`)).toHaveLength(bytes)
    expect(readFileSync(`src/styles/fonts/${file}-ext.woff2`).length).toBeGreaterThan(1000)
    return bytes
  })
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(60 * 1024)
})

test.each(Object.values(TYPE))(
  "the card of $label is drawn from one small static font",
  (pairing) => {
    const font = readFileSync(`src/identity/card-fonts/${pairing.display.file}.ttf`)
    const tables = Array.from({ length: font.readUInt16BE(4) }, (_, i) =>
      font.toString("latin1", 12 + 16 * i, 16 + 16 * i),
    )
    expect(font.length).toBeLessThanOrEqual(45 * 1024)
    expect(tables).toContain("glyf")
    expect(tables).not.toContain("fvar")
  },
)

test("a logo's liveliest colour becomes the dot, the largest other one the glass", () => {
  const colours = [
    { hex: "#0d47a1", share: 0.7 },
    { hex: "#ff6d00", share: 0.2 },
    { hex: "#777777", share: 0.1 },
  ]
  expect(fromLogo(colours)).toEqual({ hue_glass: 260, hue_dot: 46, tint: 1.9 })
  expect(fromLogo([{ hex: "#777777", share: 1 }])).toEqual({
    hue_glass: 177,
    hue_dot: 33,
    tint: 0.1,
  })
  expect(fromLogo([])).toBeNull()
})

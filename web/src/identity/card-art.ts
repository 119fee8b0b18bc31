import type { Family } from "./families/hand"
import type { Scene } from "./families/today/scene"
import { ball } from "./families/today/vessel"
import type { Palette } from "./theme"

/** How many things stand on the shelf of a sharing card. */
const THINGS = 5

/** The part of a sharing card that a photograph fills: all above the shelf. */
const [WIDTH, HEIGHT] = [1200, 614]

export const cardPhoto = (of: Family) => of.cover?.(WIDTH, HEIGHT)

/** They are drawn one by one, each in the box of a company, and last the ball. */
export function cardArt(of: Family, name: string): Scene[] {
  const letters = [...name.replace(/[^\p{L}\p{N}]/gu, "")]
  const names = Array.from({ length: THINGS }, (_, at) => letters[at % letters.length] ?? `${at}`)
  const things = of.list(names).map((scene) => ({ ...scene, body: bare(scene.body) }))
  return [...things, { w: 48, h: 32, body: ball(20, 15, 15) }]
}

// The card has a wall of its own.
const bare = (body: string) =>
  body.replace(/<(rect|path)[^>]*fill="url\(#g(Wall|Floor|Glare)\)"[^>]*\/>/g, "")

type Paint = { fill: string; stroke: string; width: number }

/** As art.css and families.css paint a part of a thing, by the thing's tone. */
function paint(part: string, tag: string, tone: string, of: Palette): Paint {
  const ink = tone === "v-ink"
  const glass = tone === "v-glass"
  const line = ink ? "v-line-inv" : glass ? "v-line-glass" : "v-line"
  const solid = { fill: glass ? of["v-glass"] : ink ? "url(#gI)" : "url(#gV)", stroke: of[line] }
  const width = ink ? 0.6 : 0.75
  switch (part) {
    case "v-sh":
      return { fill: "url(#gSh)", stroke: "none", width }
    case "v-body":
      return { ...solid, stroke: "none", width }
    case "v-rim":
      return { ...solid, fill: glass ? "none" : ink ? of["v-ink"] : "url(#gRim)", width }
    case "v-top":
      return { ...solid, fill: glass ? of["v-glass"] : of[ink ? "v-ink2" : "v-hi"], width }
    case "v-side":
      return { ...solid, fill: glass ? of["v-glass"] : of[ink ? "v-ink" : "v-lo"], width }
    case "v-ln":
      return { ...solid, fill: "none", width }
    case "ball-sh":
      return { fill: faded(of["v-shade"], 0.22), stroke: "none", width }
    case "ball-core":
      return { fill: of["ball-core"], stroke: "none", width }
  }
  return tag === "circle" ? { fill: "url(#gDot)", stroke: "none", width } : { ...solid, width }
}

const faded = (hex: string, share: number) => {
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return `rgb(${r} ${g} ${b} / ${share})`
}

/** A drawing for whoever knows neither classes nor properties, such as the server that makes a PNG. */
export function plainly({ w, h, body }: Scene, of: Palette): string {
  const tones: string[] = []
  const shapes = body.replace(
    /<(\/?)(\w+)([^>]*)>/g,
    (whole, end: string, tag: string, rest: string) => {
      if (tag === "g") {
        if (end) tones.pop()
        else tones.push(/v-(ink|glass|solid)/.exec(rest)?.[0] ?? tones.at(-1) ?? "")
        return whole.replace(/ class="[^"]*"/, "")
      }
      const part = /class="([^"]*)"/.exec(rest)?.[1] ?? ""
      const { fill, stroke, width } = paint(part, tag, tones.at(-1) ?? "", of)
      const shape = rest.replace(/ (class|fill)="[^"]*"/g, "").replace(/\/$/, "")
      return `<${tag}${shape}${coloured("fill", fill)}${coloured("stroke", stroke)} stroke-width="${width}"/>`
    },
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}"><defs>${gradients(of)}</defs>${shapes}</svg>`
}

/** A colour that is seen through has its share beside it. */
function coloured(name: "fill" | "stroke" | "stop", colour: string): string {
  const seen = /^rgb\((\d+) (\d+) (\d+) \/ ([\d.]+)\)$/.exec(colour)
  const key = name === "stop" ? "stop-color" : name
  if (colour === "transparent") return ` ${key}="none"`
  if (!seen) return ` ${key}="${colour}"`
  const hex = seen.slice(1, 4).map((part) => Number(part).toString(16).padStart(2, "0"))
  return ` ${key}="#${hex.join("")}" ${name}-opacity="${seen[4]}"`
}

const stops = (...all: [at: number, colour: string][]) =>
  all.map(([at, colour]) => `<stop offset="${at}"${coloured("stop", colour)}/>`).join("")

function gradients(of: Palette): string {
  const across = (id: string, inside: string) =>
    `<linearGradient id="${id}" x1="0" y1="0" x2="1" y2="0">${inside}</linearGradient>`
  const around = (id: string, inside: string, place = 'cx="0.5" cy="0.5" r="0.5"') =>
    `<radialGradient id="${id}" ${place}>${inside}</radialGradient>`
  const shade = (share: number) => faded(of["v-shade"], share)
  return [
    across("gV", stops([0, of["v-hi"]], [0.34, of["v-mid"]], [1, of["v-lo"]])),
    across("gI", stops([0, of["v-ink2"]], [0.5, of["v-ink"]], [1, of["v-ink"]])),
    across("gRim", stops([0, of["v-lo"]], [1, of["v-hi"]])),
    around("gSh", stops([0, shade(0.4)], [0.6, shade(0.13)], [1, shade(0)])),
    around(
      "gDot",
      stops([0, of["dot-hi"]], [0.5, of.dot], [1, of["dot-lo"]]),
      'cx="0.36" cy="0.3" r="0.8"',
    ),
  ].join("")
}

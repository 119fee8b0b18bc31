import type { Frame, Photo } from "../identity"
import { fnv1a } from "../random"
import { drum, floor, reservedCard } from "./empty"
import type { Box, Family } from "./hand"
import { arcadeWith, shelvesWith, tagRow } from "./panes"
import { brackets, escapeText, glare, type Picture, type Scene, wall } from "./today/scene"
import { ball, n1 } from "./today/vessel"

/** A picture with the size and the focal point of its media row; one that is gone from Media has none. v is another when it looks otherwise. */
export type SizedPhoto = Pick<Photo, "url" | "alt"> &
  Record<"x" | "y" | "w" | "h", number> & { v?: string }

/** The address of a picture, at least so many pixels wide. */
export type PhotoSource = (photo: SizedPhoto, width: number) => string

/** Fewer usable pictures, or none as large as a pane, and the drawings stay. */
export const FEWEST = 6

/** What a picture is good for: 2 a whole pane, 1 a company or a print, 0 nothing. */
export function grade(photo: Partial<SizedPhoto>): 0 | 1 | 2 {
  const { url, alt = "", w = 0, h = 0 } = photo
  if (!url || alt.trim() === "" || w < 840 || h < 560) return 0
  return w >= 1296 && h >= 800 ? 2 : 1
}

type Crop = { x: number; y: number; w: number; h: number; focus: [x: number, y: number] }

/** The largest part of a picture with the shape of a box, its focal point as near to the middle as the edges let it. */
export function crop(photo: SizedPhoto, w: number, h: number, zoom = 1): Crop {
  const k = Math.min(photo.w / w, photo.h / h) / zoom
  const [width, height] = [w * k, h * k]
  const from = (focus: number, part: number, whole: number) =>
    Math.min(whole - part, Math.max(0, focus * whole - part / 2))
  const x = from(photo.x, width, photo.w)
  const y = from(photo.y, height, photo.h)
  const focus: [number, number] = [
    ((photo.x * photo.w - x) / width) * w,
    ((photo.y * photo.h - y) / height) * h,
  ]
  return { x, y, w: width, h: height, focus }
}

type Tone = "" | "night" | "dim" | "pale"
type Look = { zoom?: number; tone?: Tone; images?: Picture[]; isFirst?: boolean }
type Options = {
  photos: readonly SizedPhoto[]
  /** Draw again turns the row by one. */
  turn: number
  frame: Frame
  tags: readonly string[]
  src: PhotoSource
  drawings: Family
}

// Prints have five shapes.
const SHAPES = [
  [1, 1.25],
  [1.4, 1],
  [1, 1],
  [0.8, 1.3],
  [1.6, 1],
] as const

function shapeOf(i: number, size: number): [w: number, h: number] {
  const [w, h] = SHAPES[i % SHAPES.length] as (typeof SHAPES)[number]
  const k = size / Math.sqrt(w * h)
  return [w * k, h * k]
}

const rect = (cls: string, x: number, y: number, w: number, h: number) =>
  `<rect class="${cls}" x="${n1(x)}" y="${n1(y)}" width="${n1(w)}" height="${n1(h)}"/>`

/** An empty frame: a picture that is still to be taken. */
const blank = (cx: number, base: number, w: number, h: number, cls = "ph-frame") =>
  `${rect(cls, cx - w / 2, base - h, w, h)}<path class="${cls}" d="M${n1(cx)} ${n1(base + 10)}V${n1(base - h - 16)}"/>`

/** The dot's lines keep a pale edge on any picture. */
const withHalo = (lines: string) =>
  lines.replace(/class="(brk|hop)"/g, 'class="halo halo-$1"') + lines

/** The studio's own pictures in two tones of the theme. The first two fill the panes, companies start at the third. */
export function photographs(options: Options): Family {
  const { turn, drawings } = options
  const usable = options.photos.filter((photo) => grade(photo) > 0)
  const wide = usable.filter((photo) => grade(photo) === 2)
  const about = { id: "photographs", label: "Photographs" } as const
  if (usable.length < FEWEST || wide.length === 0) {
    const waiting = Math.max(1, FEWEST - usable.length)
    return { ...drawings, ...about, note: `${usable.length} of ${FEWEST} pictures`, waiting }
  }
  const pick = (i: number) => usable[(turn + i) % usable.length] as SizedPhoto
  const big = (i: number) => wide[(turn + i) % wide.length] as SizedPhoto
  const studio: Studio = { ...options, pick, big, count: usable.length }
  return {
    ...about,
    note: "yours, in two tones",
    waiting: 0,
    object: (name) => company(studio, name, fnv1a(name) % usable.length),
    // Each picture once, then once more and closer; from the third round on the drawing stays.
    list: (names) =>
      names.map((name, i) =>
        i < usable.length * 2 ? company(studio, name, i + 2) : drawings.object(name),
      ),
    scene(kind) {
      const images: Picture[] = []
      const panes = { agent, arcade, shelves, match }
      return { w: 648, h: 400, ...panes[kind](studio, images), images }
    },
    stage: (part) => ({ w: 280, h: 200, body: stage(studio, part) }),
    // A landscape in place of a face would be a riddle.
    portrait: drawings.portrait,
    empty: ({ night = true, label = "" } = {}) => ({ w: 560, h: 440, body: empty(night, label) }),
    roles: (titles) => roles(titles.length),
    backstock,
    delivered: drawings.delivered,
    cover(w, h) {
      const images: Picture[] = []
      return { w, h, body: picture(studio, big(0), [0, 0, w, h], { images }), images }
    },
  }
}

type Studio = Options & {
  pick(i: number): SizedPhoto
  big(i: number): SizedPhoto
  count: number
}

/** A picture in a box, grey, with the light tone multiplied and the dark one screened; asked for at twice the box. */
function picture({ src }: Studio, photo: SizedPhoto, [x, y, w, h]: Box, look: Look = {}): string {
  const { zoom, tone, images, isFirst } = look
  const part = crop(photo, w, h, zoom)
  const width = Math.round(w * 2)
  const [px, py, pw, ph] = [part.x, part.y, part.w, part.h]
  images?.push({
    url: photo.url,
    alt: photo.alt,
    crop: [Math.round(px), Math.round(py), Math.round(pw), Math.round(ph)],
    width,
  })
  const view = `x="${n1(x)}" y="${n1(y)}" width="${n1(w)}" height="${n1(h)}" viewBox="${n1(px)} ${n1(py)} ${n1(pw)} ${n1(ph)}" preserveAspectRatio="none"`
  const sizes = choices(src, photo, w, photo.w / pw)
  const loading = isFirst
    ? `class="ph-first"${sizes} fetchpriority="high"`
    : `loading="lazy"${sizes}`
  // An img in place of an image: browsers choose its size, and wait until it is near.
  const image = `<foreignObject width="${photo.w}" height="${photo.h}"><img ${loading} alt="" decoding="async"></foreignObject>`
  return `<g class="ph${tone ? ` ph-${tone}` : ""}"><svg ${view}>${image}</svg>${rect("ph-hi", x, y, w, h)}${rect("ph-lo", x, y, w, h)}</g>`
}

// Steps of the server's ladder that are far enough apart to matter.
const WIDTHS = [160, 240, 320, 480, 800, 1200, 1600, 2000]

/** Where the file lies: for a print, which is small everywhere, at twice its box; for a box that fills a phone in widths to choose from. What is cut off is there all the same. */
function choices(src: PhotoSource, photo: SizedPhoto, box: number, uncut: number): string {
  const shown = box * uncut
  const enough = WIDTHS.findIndex((width) => width >= Math.min(shown * 2, photo.w))
  const widths = WIDTHS.slice(0, enough < 0 ? undefined : enough + 1)
  if (box < 240) return ` src="${escapeText(src(photo, widths.at(-1) as number))}"`
  const set = widths
    .filter((width) => width >= 320)
    .map((width) => `${src(photo, width)} ${Math.min(width, photo.w)}w`)
  const sizes = `(max-width: 767px) ${Math.round(92 * uncut)}vw, ${Math.round(shown)}px`
  return ` srcset="${escapeText(set.join(", "))}" sizes="${sizes}" src="${escapeText(src(photo, Math.round(box * 2)))}"`
}

/** A print that stands on the floor: paper, picture, shadow. */
function print(
  studio: Studio,
  photo: SizedPhoto,
  cx: number,
  base: number,
  w: number,
  h: number,
  look?: Look,
) {
  const margin = Math.max(2.5, Math.min(w, h) * 0.06)
  const [x, y] = [cx - w / 2, base - h]
  const shadow = `<path class="print-sh" d="M${n1(x + 3)} ${n1(base)}h${n1(w)}l${n1(w * 0.12)} ${n1(-h * 0.1)}h${n1(-w)}Z"/>`
  const inner: Box = [x + margin, y + margin, w - 2 * margin, h - 2 * margin]
  return shadow + rect("print", x, y, w, h) + picture(studio, photo, inner, look)
}

function company(studio: Studio, name: string, i: number): Scene {
  const images: Picture[] = []
  const photo = studio.pick(i)
  const zoom = i >= studio.count ? 1.6 : 1.08
  const body =
    wall(420, 280, 210) +
    picture(studio, photo, [0, 0, 420, 280], { zoom, images }) +
    glare(280, 120 + ((fnv1a(name) >>> 16) % 200), 80)
  return { w: 420, h: 280, body, alt: photo.alt, images }
}

type Pane = { body: string; alt: string }

function agent(studio: Studio, images: Picture[]): Pane {
  const photo = studio.big(0)
  const [fx, fy] = crop(photo, 648, 400).focus
  const x = Math.min(518, Math.max(130, fx))
  const y = Math.min(290, Math.max(170, fy))
  const box: Box = [x - 78, y - 62, x + 78, y + 62]
  const tagsY = Math.round(Math.max(20, box[1] - 62))
  const hop = `<path class="hop" d="M${n1(x - 210)} ${n1(y + 84)}C${n1(x - 170)} ${n1(y - 30)} ${n1(x - 70)} ${n1(y - 60)} ${n1(x - 8)} ${n1(y - 14)}"/>`
  const body = [
    wall(648, 400, 316),
    picture(studio, photo, [0, 0, 648, 400], { images, isFirst: true }),
    glare(400, 470, 110),
    glare(400, 606, 30),
    withHalo(hop),
    withHalo(brackets(...box)),
    ball(x, y, 12),
    tagRow(studio.tags, box, tagsY, box[1] - 4),
  ]
  return { body: body.join(""), alt: photo.alt }
}

/** One picture seen through five openings. */
function arcade(studio: Studio, images: Picture[]): Pane {
  const photo = studio.big(1)
  const body = arcadeWith(studio, (openings) => {
    const inside = picture(studio, photo, [0, 84, 648, 256], { tone: "night", images })
    return `<clipPath id="art-photo"><path d="${openings.join("")}"/></clipPath><g clip-path="url(#art-photo)">${inside}</g>`
  })
  return { body, alt: photo.alt }
}

function shelves(studio: Studio): Pane {
  const body = shelvesWith(6, (place, x, y) => {
    const [w, h] = shapeOf(place + Math.floor(place / 6), 70)
    const tone = place % 5 === 3 ? "dim" : place % 7 === 2 ? "pale" : ""
    return print(studio, studio.pick(place), x, y, w, h, { zoom: 1 + (place % 3) * 0.35, tone })
  })
  return { body, alt: "" }
}

function match(studio: Studio, images: Picture[]): Pane {
  const photo = studio.pick(2)
  const b = 356
  const body = [
    wall(648, 400, 316),
    blank(130, b, 148, 190),
    print(studio, studio.pick(3), 292, b - 14, 112, 84, { tone: "pale" }),
    print(studio, photo, 446, b, 170, 218, { images }),
    print(studio, studio.pick(5), 594, b - 10, 74, 92, { tone: "dim" }),
    withHalo(`<path class="hop" d="M130 ${b - 214}C170 60 380 30 446 ${b - 232}"/>`),
    ball(130, b - 95, 12),
    brackets(344, b - 236, 548, b + 16),
    glare(400, 250, 110),
    glare(400, 388, 28),
  ]
  return { body: body.join(""), alt: photo.alt }
}

function stage(studio: Studio, part: number): string {
  const [cx, b, w, h] = [66, 182, 122, 152]
  const photo = studio.pick(5)
  if (part <= 0) return blank(cx, b, w, h)
  if (part < 1) return halfPrint(studio, photo, part)
  if (part === 1) return print(studio, photo, cx, b, w, h)
  return [
    `<g class="st-x">${print(studio, studio.pick(6), 220, b - 16, 74, 74, { tone: "pale" })}</g>`,
    print(studio, studio.pick(3), 150, b - 9, 92, 116, { tone: "dim" }),
    print(studio, photo, cx, b, w * 0.94, h * 0.94),
  ].join("")
}

function halfPrint(studio: Studio, photo: SizedPhoto, part: number): string {
  const [x, y, w, h, margin] = [5, 30, 122, 152, 7]
  const shown = (h - 2 * margin) * part
  const top = y + h - margin - shown
  const inner: Box = [x + margin, y + margin, w - 2 * margin, h - 2 * margin]
  return [
    rect("ph-frame", x, y, w, h),
    rect("print", x, top, w, shown + margin),
    `<clipPath id="art-half"><rect x="0" y="${n1(top)}" width="280" height="${n1(shown)}"/></clipPath>`,
    `<g clip-path="url(#art-half)">${picture(studio, photo, inner)}</g>`,
  ].join("")
}

function empty(night: boolean, label: string): string {
  const cls = night ? "ph-plan" : "ph-frame"
  return [
    floor(night),
    drum(night).body,
    `<ellipse cx="280" cy="306" rx="128" ry="14" fill="url(#gPool)" opacity="${night ? ".9" : ".4"}"/>`,
    blank(280, 302, 158, 198, cls),
    rect(cls, 213, 116, 134, 174),
    reservedCard(label),
  ].join("")
}

function roles(count: number): Scene {
  const n = Math.min(6, count)
  const frames = Array.from({ length: n }, (_, i) => {
    const [w, h] = shapeOf(i, 92)
    return blank(560 - (n - i - 0.5) * (560 / Math.max(n, 4)), 182, w, h)
  })
  return { w: 560, h: 190, body: frames.join("") }
}

function backstock(): Scene {
  let body = ""
  for (let x = 18, i = 0; x < 1580; i++) {
    const [w, h] = shapeOf(i, [62, 54, 70, 48][i % 4] as number)
    body += `<path class="ph-stock" d="M${n1(x)} 112v${n1(-h)}h${n1(w)}v${n1(h)}zM${n1(x + 5)} 107v${n1(10 - h)}h${n1(w - 10)}v${n1(h - 10)}z"/>`
    x += w + 20
  }
  return { w: 1600, h: 120, body }
}

import { fnv1a } from "../../random"
import { bustProfile, type Kind } from "./profile"
import { escapeText, glare, type Scene, wall } from "./scene"
import { ball, type Mode, n1, outline, vessel } from "./vessel"

export const FORMS: [Kind, w: number, h: number][] = [
  ["matka", 132, 138],
  ["jar", 112, 132],
  ["surahi", 112, 176],
  ["kulhad", 128, 108],
  ["lota", 128, 122],
  ["bottle", 78, 172],
  ["goblet", 100, 150],
  ["bowl", 176, 86],
  ["spindle", 96, 158],
  ["carafe", 112, 156],
]
const MODES: Mode[] = ["solid", "ink", "glass", "solid"]

export type Form = {
  kind: Kind
  w: number
  h: number
  mode: Mode
  hash: number
  /** The share that is built; all of it if it says nothing. */
  upto?: number
}

/** Same name, same form; within a list neighbours differ, and no form repeats before nine others were shown. */
export function forms(names: string[]): Form[] {
  let used = new Set<number>()
  return names.map((name) => {
    const hash = fnv1a(name)
    let i = hash % FORMS.length
    while (used.has(i)) i = (i + 1) % FORMS.length
    // The last form stays out of the next round, so that neighbours differ there too.
    used = used.size === FORMS.length - 1 ? new Set([i]) : used.add(i)
    const [kind, w, h] = FORMS[i] as (typeof FORMS)[number]
    return { kind, w, h, mode: MODES[(hash >>> 8) % 4] as Mode, hash }
  })
}

/** A company's own vessel in its pane. */
export function emblem({ kind, w, h, mode, hash, upto = 1 }: Form): Scene {
  const pot = { cx: 226, base: 246, w, h, kind, mode, step: mode === "glass" ? 4.6 : 6, upto }
  return {
    w: 420,
    h: 280,
    body:
      wall(420, 280, 210) +
      vessel(pot) +
      (upto < 1 ? outline(pot, upto) : "") +
      glare(280, 120 + ((hash >>> 16) % 200), 80),
  }
}

/** One dashed vessel per open role, six at most: the places that are still free. */
export function openRoles(titles: string[]): Scene {
  const shown = forms(titles.slice(0, 6))
  const gap = 560 / Math.max(shown.length, 4)
  const body = shown.map(({ kind, w, h }, i) =>
    vessel({
      cx: 560 - (shown.length - i - 0.5) * gap,
      base: 182,
      w: w * 0.82,
      h: h * 0.82,
      kind,
      mode: "draft",
      shadow: false,
    }),
  )
  return { w: 560, h: 190, body: body.join("") }
}

/** A process step by its icon: plan, half built, finished, many. */
export function stage(icon: string): Scene {
  const b = 182
  const lota = { cx: 74, base: b, w: 136, h: 144, kind: "lota" as const }
  const scene = (body: string): Scene => ({ w: 280, h: 200, body })
  switch (icon) {
    case "Code":
      return scene(vessel({ ...lota, upto: 0.5 }) + outline(lota, 0.5))
    case "Rocket":
      return scene(vessel(lota))
    case "TrendingUp":
      return scene(
        `<g class="st-x">${vessel({ cx: 196, base: b - 16, w: 72, h: 76, kind: "lota", step: 4.4, mode: "glass" })}</g>` +
          vessel({ cx: 136, base: b - 9, w: 100, h: 106, kind: "lota", step: 5, mode: "ink" }) +
          vessel({ ...lota, cx: 70, w: 126, h: 134 }),
      )
    default:
      return scene(vessel({ ...lota, mode: "draft" }))
  }
}

/** A team member without a photo. */
export function bust(index: number): Scene {
  const [w, h, head, shoulders, x] = [
    [200, 226, 0.54, 1, 150],
    [190, 214, 0.58, 0.96, 210],
    [196, 222, 0.55, 1, 60],
    [184, 206, 0.6, 0.94, 180],
  ][index % 4] as [number, number, number, number, number]
  const mode = MODES[index % 4] as Mode
  const figure = vessel({
    cx: 140,
    base: 286,
    w,
    h,
    kind: "jar",
    form: bustProfile(head, shoulders),
    mode,
    step: mode === "glass" ? 4.6 : 6.2,
    tilt: 0.13,
    upto: 0.985,
  })
  return { w: 280, h: 320, body: wall(280, 320, 264) + figure + glare(320, x, 70) }
}

/** A bell jar with nothing in it yet. */
export function plinth(night: boolean, label?: string): Scene {
  const stroke = night ? "var(--cloche-line)" : "var(--v-line-glass)"
  return {
    w: 560,
    h: 440,
    body: [
      night ? `<path d="M232 0H328L486 344H74Z" fill="url(#gBeam)"/>` : "",
      `<ellipse cx="296" cy="416" rx="250" ry="22" fill="url(#gSh)"/>`,
      vessel({
        cx: 280,
        base: 406,
        w: 296,
        h: 100,
        kind: "drum",
        mode: night ? "night" : "solid",
        step: 8.4,
        tilt: 0.12,
        shadow: false,
      }),
      `<ellipse cx="280" cy="306" rx="128" ry="14" fill="url(#gPool)" opacity="${night ? ".9" : ".4"}"/>`,
      cloche(280, 304, 196, 216, stroke),
      label ? nameCard(label) : "",
    ].join(""),
  }
}

/** The card on the plinth; as wide as its text, which is a word or two. */
export function nameCard(label: string): string {
  const w = Math.max(96, 64 + 8 * [...label].length)
  const x = 280 - w / 2
  const dot = (r: number, token: string) =>
    `<circle cx="${x + 22}" cy="374" r="${r}" fill="var(--${token})"/>`
  return `<rect x="${x}" y="352" width="${w}" height="44" rx="2" fill="var(--card)"/>${dot(6.5, "card-dot")}${dot(3.6, "card-core")}<text class="card-t" x="${x + 39}" y="379">${escapeText(label)}</text>`
}

/** The empty case of the 404 page. */
export function emptyCase(): Scene {
  return {
    w: 600,
    h: 520,
    body: `${wall(600, 520, 420)}<g transform="translate(-20 70)">${plinth(false).body}</g><path d="M420 0h130L300 520h-130Z" fill="url(#gGlare)"/>`,
  }
}

/** A message on its way: the dot has left the vessel. */
export function delivered(): Scene {
  return {
    w: 700,
    h: 250,
    body: [
      wall(700, 250, 196),
      vessel({ cx: 150, base: 226, w: 132, h: 132, kind: "matka" }),
      `<path class="hop" d="M150 76C220 10 300 60 330 214"/>`,
      ball(330, 214, 13),
      `<path d="M470 0h90L440 250h-90Z" fill="url(#gGlare)"/>`,
    ].join(""),
  }
}

export function cloche(cx: number, base: number, w: number, h: number, stroke: string): string {
  const r = w / 2
  const k = 0.13
  const dome = (inset: number) => {
    const q = r - inset
    const shoulder = n1(base - h + inset + q)
    return `M${n1(cx - q)} ${base}V${shoulder}A${q} ${q} 0 0 1 ${n1(cx + q)} ${shoulder}V${base}`
  }
  const line = (d: string, width: number, opacity = 1) =>
    `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" opacity="${opacity}"/>`
  const knob = base - h - 10
  return [
    `<path d="${dome(0)}A${r} ${n1(r * k)} 0 0 1 ${cx - r} ${base}Z" fill="var(--cloche-fill)"/>`,
    line(dome(0), 1.3),
    line(dome(5), 0.6, 0.6),
    `<ellipse cx="${cx}" cy="${base}" rx="${r}" ry="${n1(r * k)}" fill="none" stroke="${stroke}" stroke-width="1.3"/>`,
    `<circle cx="${cx}" cy="${knob}" r="10" fill="var(--lit)" fill-opacity=".14" stroke="${stroke}" stroke-width="1.3"/>`,
    line(
      `M${cx - r + 16} ${base - 30}V${base - h + r}A${r - 16} ${r - 16} 0 0 1 ${n1(cx - r * 0.5)} ${n1(base - h + r * 0.28)}`,
      2.5,
      0.75,
    ),
    line(`M${cx + r - 16} ${base - 50}v-60`, 2, 0.45),
  ].join("")
}

import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { gzipSync } from "node:zlib"
import { describe, expect, test } from "vitest"
import { ARTS, FRAMES } from "../identity"
import { emptyCase } from "./empty-case"
import { backstockFile, type FamilyOptions, family, labelled, svg } from "./family"
import type { Family, SceneKind } from "./hand"
import { crop, grade, type SizedPhoto } from "./photographs"
import { ART_DEFS } from "./today/defs"
import type { Scene } from "./today/scene"

const NAMES = ["A", "x".repeat(40), "3", "Ọ̀run", "أهلا", "😀", "", "<b>&\"'", "Łódź"]
const COMPANIES = ["Parchi", "Lotwise", "Kirana Cloud", "Mint", "Tally", "Yam"]
const SCENES: SceneKind[] = ["agent", "arcade", "shelves", "match"]

const photo = (i: number): SizedPhoto => ({
  url: `/storage/v1/object/public/media/${i}.jpg`,
  x: 0.2 + i / 12,
  y: 0.4,
  alt: `Picture "${i}" of <the> quay`,
  w: 1600,
  h: 1000,
})
const photos = [0, 1, 2, 3, 4, 5, 6].map(photo)

const made = (art: string, options: FamilyOptions = {}) =>
  family(art, { name: "Barlavento", seed: 0, photos, ...options })

const home = (of: Family): Scene[] => [
  of.scene("agent"),
  of.scene("arcade"),
  ...[0, 0.5, 1, 2].map(of.stage),
  ...of.list(COMPANIES),
  of.empty({ label: "Reserved" }),
]

const everything = (of: Family, names: readonly string[] = COMPANIES): Scene[] => [
  ...SCENES.map(of.scene),
  ...[0, 0.5, 1, 2].map(of.stage),
  ...of.list(names),
  ...names.map((name) => of.object(name, "glass", 0.5)),
  ...names.map((name, i) => of.portrait(i, name)),
  of.empty({ label: names[0] }),
  of.empty({ night: false }),
  of.roles(names),
  of.backstock(),
  of.delivered(),
  emptyCase(of),
]

const bodies = (scenes: Scene[]) => scenes.map(({ body }) => body).join("\n")

describe.each(ARTS)("%s", (art) => {
  test("draws the same for the same seed, and something else for another", () => {
    const first = bodies(everything(made(art)))
    expect(bodies(everything(made(art)))).toBe(first)
    expect(bodies(everything(made(art, { seed: 1 })))).not.toBe(first)
  })

  test.each(NAMES)("draws a studio and a company called '%s'", (name) => {
    const all = bodies(everything(made(art, { name, names: [name], tags: [name, name] }), [name]))
    expect(all).not.toMatch(/NaN|undefined|Infinity| style=|<b>/)
  })

  test("takes its colours from tokens alone", () => {
    const all = bodies(everything(made(art)))
    expect(all.replaceAll(/url\(#[\w-]+\)|href="[^"]*"|&#\d+;/g, "")).not.toMatch(
      /#|rgb|hsl|oklch/i,
    )
  })

  test("keeps a home page's drawings within 24 KB", () => {
    for (const seed of [0, 1, 2])
      expect(gzipSync(bodies(home(made(art, { seed })))).length).toBeLessThan(24 * 1024)
  })

  test("keeps to the boxes that the pages have for it", () => {
    const of = made(art)
    const box = ({ w, h }: Scene) => [w, h]
    expect(of.list(COMPANIES).map(box)).toEqual(COMPANIES.map(() => [420, 280]))
    expect(SCENES.map(of.scene).map(box)).toEqual(SCENES.map(() => [648, 400]))
    expect([0, 0.5, 1, 2].map(of.stage).map(box)).toEqual([1, 2, 3, 4].map(() => [280, 200]))
    expect(box(of.portrait(0))).toEqual([280, 320])
    expect(box(of.empty())).toEqual([560, 440])
    expect(box(of.roles(COMPANIES))).toEqual([560, 190])
    expect(box(of.backstock())).toEqual([1600, 120])
  })

  test("has openings in the shape of the mark", () => {
    const shapes = FRAMES.map((frame) => made(art, { frame }).scene("arcade").body)
    expect(new Set(shapes).size).toBe(3)
  })

  test("draws any number of companies and six open roles at most", () => {
    const many = Array.from({ length: 60 }, (_, i) => `Company ${i}`)
    expect(made(art).list(many)).toHaveLength(60)
    expect(made(art).roles(many)).toEqual(made(art).roles(many.slice(0, 6)))
  })
})

test("a seed that is none counts as none", () => {
  for (const seed of [undefined, Number.NaN, 0.5, "7" as unknown as number])
    expect(bodies(home(family("weave", { seed })))).toBe(bodies(home(family("weave"))))
})

test("an art that nobody knows is vessels", () => {
  expect(bodies(home(family("sculptures", { seed: 0 })))).toBe(
    bodies(home(family("vessels", { seed: 0 }))),
  )
})

describe("without a seed", () => {
  const digest = (text: string) =>
    createHash("sha256").update(absolute(text)).digest("hex").slice(0, 16)

  test("vessels are the drawings that Vitrine came with, to the last point", () => {
    const of = family("vessels", { tags: ["In stock", "Here by Thu", "Returns ok"] })
    expect({
      defs: digest(ART_DEFS),
      home: digest(bodies(home(of))),
      all: digest(bodies(everything(of))),
    }).toMatchInlineSnapshot(`
      {
        "all": "fe0d2b514aa95072",
        "defs": "68e1b4f32f6f9043",
        "home": "f9b1e7f2e19f076f",
      }
    `)
  })

  test("the row of the footer is the file that the stylesheet masks with", () => {
    const file = readFileSync("src/ui/art/backstock.svg", "utf8")
    const drawing = (svg: string) => svg.slice(svg.indexOf("<defs>")).trim()
    expect(drawing(backstockFile(family("vessels"))) === drawing(file)).toBe(true)
  })

  test("tags and the card say what the studio says", () => {
    const of = family("vessels", { tags: ["R&D", "Fits"] })
    expect(of.scene("agent").body).toContain(">R&#38;D</text>")
    expect(of.empty({ label: "Your bench" }).body).toContain(">Your bench</text>")
  })
})

/** Long lines of steps as the points that they lead to, which is how the drawings were written first. */
function absolute(svg: string): string {
  return svg.replace(/(M[-\d. ]+)l([-\d. ]{60,})/g, (_, start: string, steps: string) => {
    const tenths = (text: string) =>
      (text.match(/-?(\d+(\.\d)?|\.\d)/g) ?? []).map((n) => Math.round(Number(n) * 10))
    let [x = 0, y = 0] = tenths(start)
    let line = `M${x / 10} ${y / 10}`
    const all = tenths(steps)
    for (let i = 0; i < all.length; i += 2) {
      x += all[i] ?? 0
      y += all[i + 1] ?? 0
      line += `L${x / 10} ${y / 10}`
    }
    return line
  })
}

describe("photographs", () => {
  test("stay drawings until six pictures are good enough, one of them for a pane", () => {
    const few = family("photographs", { photos: photos.slice(0, 5), fallback: "blocks", seed: 0 })
    expect(few.waiting).toBe(1)
    expect(few.scene("agent")).toEqual(family("blocks", { seed: 0 }).scene("agent"))
    const small = photos.map((one) => ({ ...one, w: 900, h: 600 }))
    expect(family("photographs", { photos: small }).waiting).toBe(1)
    expect(made("photographs").waiting).toBe(0)
  })

  test("are graded by what they can fill", () => {
    expect(
      [
        photo(1),
        { ...photo(1), w: 1295 },
        { ...photo(1), h: 559 },
        { ...photo(1), alt: " " },
        {},
      ].map(grade),
    ).toEqual([2, 1, 0, 0, 0])
  })

  test("are cropped around their focal point, within their edges", () => {
    expect(crop({ ...photo(0), x: 0, y: 0.5 }, 420, 280)).toMatchObject({
      x: 0,
      y: 0,
      w: 1500,
      h: 1000,
    })
    expect(crop({ ...photo(0), x: 1, y: 0.5 }, 420, 280)).toMatchObject({ x: 100 })
    expect(crop({ ...photo(0), x: 0.5, y: 0.5 }, 420, 280).focus).toEqual([210, 140])
  })

  test("name their files at twice the box, and say what they show", () => {
    const src = (one: SizedPhoto, width: number) => `${one.url}?width=${width}&a="`
    const scene = made("photographs", { src }).scene("agent")
    expect(scene.images).toEqual([
      expect.objectContaining({ url: photo(0).url, width: 1296, crop: [0, 0, 1600, 988] }),
    ])
    expect(scene.body).toContain(`src="${photo(0).url}?width=1296&#38;a=&#34;"`)
    expect(svg(scene)).toContain(
      'role="img" aria-label="Picture &#34;0&#34; of &#60;the&#62; quay"',
    )
  })

  test("come in widths to choose from, and none wider than the file", () => {
    const src = (one: SizedPhoto, width: number) => `${one.url}?${width}`
    const of = made("photographs", { src })
    const { body } = of.scene("agent")
    expect(body.match(/srcset="([^"]*)"/)?.[1]?.split(", ")).toEqual(
      [320, 480, 800, 1200, 1600].map((width) => `${photo(0).url}?${width} ${width}w`),
    )
    expect(body).toContain('sizes="(max-width: 767px) 92vw, 648px"')
    // A panorama is wider than the box that shows its middle.
    const wide = photos.map((one) => ({ ...one, w: 3240, h: 1000 }))
    const shown = made("photographs", { src, photos: wide }).scene("agent").body
    expect(shown).toContain('sizes="(max-width: 767px) 184vw, 1296px"')
    const prints = [...of.stage(2).body.matchAll(/\?(\d+)"/g)].map(([, width]) => Number(width))
    expect(prints.length).toBe(3)
    for (const width of prints) expect([160, 240, 320, 480]).toContain(width)
  })

  test("load the first pane at once, and all others when they come near", () => {
    const of = made("photographs")
    expect(of.scene("agent").body).toMatch(/<img class="ph-first" srcset="[^"]+" sizes="[^"]+"/)
    const others = bodies([of.scene("arcade"), of.scene("shelves"), ...of.list(COMPANIES)])
    expect(others.match(/<img /g)?.length).toBe(others.match(/<img loading="lazy"/g)?.length)
  })

  test("Draw again turns the row by one", () => {
    const alts = (seed: number | null) =>
      made("photographs", { seed })
        .list(COMPANIES)
        .map(({ alt }) => alt)
    expect(alts(null)).toEqual(alts(0))
    expect(alts(1)).toEqual([...alts(0).slice(1), photo(1).alt])
  })

  test("tell what they show inside a drawing that is skipped otherwise", () => {
    const of = made("photographs")
    expect(labelled(of.scene("agent"))).toMatch(
      /^<g role="img" aria-label="Picture &#34;0&#34; of &#60;the&#62; quay">/,
    )
    for (const scene of [of.scene("shelves"), of.stage(1), of.portrait(0)])
      expect(labelled(scene)).toMatch(/^<g aria-hidden="true">/)
  })

  test("show each company another picture, and drawings from the third round on", () => {
    const many = Array.from({ length: 20 }, (_, i) => `Company ${i}`)
    const alts = made("photographs")
      .list(many)
      .map(({ alt }) => alt)
    expect(new Set(alts.slice(0, 7)).size).toBe(7)
    expect(alts.slice(14)).toEqual(Array(6).fill(undefined))
  })
})

test("no source of a drawing has a colour of its own", () => {
  const folder = "src/identity/families"
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!/\.(ts|css)$/.test(file) || file.endsWith(".test.ts")) continue
    const source = readFileSync(`${folder}/${file}`, "utf8").replace(/url\(#\w+\)|&#\$/g, "")
    expect(`${file}: ${source.match(/#[0-9a-f]{3,8}\b|rgba?\(|hsl|oklch/gi)}`).toBe(`${file}: null`)
  }
})

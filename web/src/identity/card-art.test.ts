import { expect, test } from "vitest"
import { cardArt, cardPhoto, plainly } from "./card-art"
import { family } from "./families/family"
import { ARTS } from "./identity"
import { theme } from "./theme"

const drawn = ARTS.filter((art) => art !== "photographs")

test.each(drawn)("what %s puts on the sharing card can be drawn without stylesheets", (art) => {
  for (const name of ["Kolbenhof", "A", "", "😀"]) {
    const things = cardArt(family(art, { name, seed: 3 }), name)
    expect(things).toHaveLength(6)
    for (const one of things) {
      const file = plainly(one, theme({ hue_glass: 305, hue_dot: 92 }).light)
      expect(file).not.toMatch(/class=|var\(|undefined|NaN|rgb\(|transparent|Wall|<use|style=/)
      const known = new Set([...file.matchAll(/ id="(\w+)"/g)].map(([, id]) => id))
      for (const [, id] of file.matchAll(/url\(#(\w+)\)/g)) expect(known).toContain(id)
    }
  }
})

test("a photograph fills the sharing card around its focal point, and drawings stay while there are too few", () => {
  const photo = (i: number) => ({ url: `/${i}.jpg`, alt: "Quay", w: 2000, h: 1500, x: 0.5, y: 1 })
  const of = (count: number) =>
    family("photographs", { photos: Array.from({ length: count }, (_, i) => photo(i)), seed: 1 })
  expect(cardPhoto(of(6))?.images).toMatchObject([{ url: "/1.jpg", crop: [0, 477, 2000, 1023] }])
  expect(cardPhoto(of(5))).toBeUndefined()
  expect(cardArt(of(5), "Kolbenhof")).toHaveLength(6)
})

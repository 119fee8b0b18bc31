import { fromHex, type Hex } from "@/identity/colour"
import type { Counted } from "@/identity/suggestions"
import { pictureOf, pixelsOf } from "@/lib/pixels"

const BINS = 24
// Too pale or too dark to have a colour of its own.
const GREY = 0.03

/** The colours of a logo with their shares. */
export async function coloursOf(file: File): Promise<Counted[]> {
  return countedIn(pixelsOf(await pictureOf(file), 64))
}

type Bin = { red: number; green: number; blue: number; count: number }

/** Counts pixels by hue in 24 bins, greys apart; transparent and near-white ones are left out. */
export function countedIn(pixels: ArrayLike<number>): Counted[] {
  const bins = new Map<number, Bin>()
  let all = 0
  for (let at = 0; at < pixels.length; at += 4) {
    const part = (index: number) => pixels[at + index] as number
    const [red, green, blue, alpha] = [part(0), part(1), part(2), part(3)]
    if (alpha < 128 || Math.min(red, green, blue) > 240) continue
    const [, chroma, hue] = fromHex(hexOf(red, green, blue))
    const bin = chroma < GREY ? -1 : Math.floor((hue / 360) * BINS) % BINS
    const sum = bins.get(bin) ?? { red: 0, green: 0, blue: 0, count: 0 }
    bins.set(bin, {
      red: sum.red + red,
      green: sum.green + green,
      blue: sum.blue + blue,
      count: sum.count + 1,
    })
    all++
  }
  return [...bins.values()]
    .map(({ red, green, blue, count }) => ({
      hex: hexOf(red / count, green / count, blue / count),
      share: count / all,
    }))
    .sort((a, b) => b.share - a.share)
}

const hexOf = (...parts: number[]): Hex =>
  `#${parts.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`

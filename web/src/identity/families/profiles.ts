import { fnv1a } from "../random"
import { monotone, type Profile } from "./today/profile"

type ProfilePoint = [t: number, r: number]

// How wide each letter makes a vessel: vowels swell, narrow letters pinch.
const GIRTH: Record<string, number> = {
  ...{ a: 0.92, e: 0.84, i: 0.3, o: 1, u: 0.88, y: 0.5, l: 0.32, t: 0.4, f: 0.44 },
  ...{ r: 0.56, j: 0.36, s: 0.66, c: 0.74, z: 0.6, n: 0.7, h: 0.62, k: 0.58, v: 0.52 },
  ...{ x: 0.54, m: 0.96, w: 0.9, b: 0.8, d: 0.82, g: 0.86, p: 0.78, q: 0.88 },
}

const girth = (letter: string) => GIRTH[letter] ?? 0.4 + (fnv1a(letter) % 60) / 100

/** A profile grown from the letters of a name. */
export function grown(name: string): Profile {
  const points: ProfilePoint[] = []
  const letters = lettersOf(name)
  let r = Math.max(0.36, girth(letters[0] as string) * 0.58)
  points.push([0, r])
  letters.forEach((letter, i) => {
    // Two letters next to each other never jump.
    r = Math.max(0.24, r + Math.max(-0.42, Math.min(0.5, girth(letter) - r)))
    points.push([0.08 + (0.84 * (i + 0.5)) / letters.length, r])
  })
  points.push([1, Math.min(1, r + (fnv1a(name) % 2 ? 0.12 : 0.04))])
  const widest = Math.max(...points.map(([, radius]) => radius))
  return monotone(points.map(([t, radius]) => [t, radius / widest]))
}

function lettersOf(name: string): string[] {
  const letters = [...name.normalize("NFD").toLowerCase()]
    .filter((c) => /\p{L}|\p{N}/u.test(c))
    .slice(0, 7)
  return letters.length < 3 ? [...letters, ..."oil"].slice(0, 4) : letters
}

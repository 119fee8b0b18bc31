export type Kind = keyof typeof PROFILES

/** Half-width of a form at height t, 0 at the base and 1 at the rim. */
export type Profile = (t: number) => number

type Point = readonly [t: number, r: number]

const PROFILES = {
  kulhad: [
    [0, 0.6],
    [0.04, 0.64],
    [0.5, 0.78],
    [0.92, 0.96],
    [1, 1],
  ],
  matka: [
    [0, 0.34],
    [0.08, 0.52],
    [0.36, 0.99],
    [0.5, 1],
    [0.72, 0.78],
    [0.84, 0.46],
    [0.9, 0.42],
    [1, 0.56],
  ],
  surahi: [
    [0, 0.4],
    [0.05, 0.56],
    [0.24, 0.98],
    [0.32, 1],
    [0.46, 0.72],
    [0.56, 0.32],
    [0.68, 0.21],
    [0.9, 0.2],
    [1, 0.3],
  ],
  lota: [
    [0, 0.4],
    [0.06, 0.5],
    [0.34, 1],
    [0.46, 0.99],
    [0.66, 0.6],
    [0.76, 0.5],
    [0.9, 0.72],
    [1, 0.86],
  ],
  bottle: [
    [0, 0.94],
    [0.03, 1],
    [0.5, 1],
    [0.6, 0.86],
    [0.7, 0.42],
    [0.76, 0.34],
    [0.93, 0.34],
    [0.95, 0.42],
    [1, 0.42],
  ],
  bowl: [
    [0, 0.3],
    [0.08, 0.34],
    [0.14, 0.5],
    [0.5, 0.84],
    [1, 1],
  ],
  goblet: [
    [0, 0.62],
    [0.04, 0.5],
    [0.1, 0.14],
    [0.38, 0.12],
    [0.46, 0.3],
    [0.6, 0.82],
    [0.8, 0.98],
    [1, 0.92],
  ],
  jar: [
    [0, 0.82],
    [0.04, 0.9],
    [0.3, 1],
    [0.6, 1],
    [0.8, 0.9],
    [0.86, 0.7],
    [0.9, 0.7],
    [1, 0.74],
  ],
  spindle: [
    [0, 0.5],
    [0.1, 0.9],
    [0.22, 1],
    [0.36, 0.7],
    [0.5, 0.36],
    [0.64, 0.62],
    [0.78, 0.72],
    [0.9, 0.44],
    [1, 0.3],
  ],
  carafe: [
    [0, 0.84],
    [0.05, 0.93],
    [0.26, 1],
    [0.42, 0.92],
    [0.6, 0.5],
    [0.72, 0.36],
    [0.84, 0.4],
    [1, 0.64],
  ],
  drum: [
    [0, 1],
    [0.5, 0.985],
    [1, 1],
  ],
} satisfies Record<string, Point[]>

const drawn = new Map<Kind, Profile>()

export function profile(kind: Kind): Profile {
  let curve = drawn.get(kind)
  if (!curve) {
    curve = monotone(PROFILES[kind] as Point[])
    drawn.set(kind, curve)
  }
  return curve
}

/** Ellipsoid shoulders, a neck and a round head, for people without a photo. */
export function bustProfile(head: number, shoulders: number): Profile {
  const middle = 0.72
  const radius = 0.27
  return (t) => {
    const shoulder = t < 0.34 ? shoulders * Math.sqrt(Math.max(0, 1 - ((t - 0.06) / 0.36) ** 2)) : 0
    const neck = t < 0.5 ? 0.27 : 0
    const away = (t - middle) / radius
    const skull = Math.abs(away) < 1 ? head * Math.sqrt(1 - away ** 2) : 0
    return Math.max(shoulder, neck, skull, 0.02)
  }
}

// Fritsch-Carlson: a cubic through the points that never bulges past them, so rims stay where they are drawn.
export function monotone(points: readonly Point[]): Profile {
  const x = (i: number) => (points[i] as Point)[0]
  const y = (i: number) => (points[i] as Point)[1]
  const last = points.length - 1
  const slope = Array.from({ length: last }, (_, i) => (y(i + 1) - y(i)) / (x(i + 1) - x(i)))
  const d = (i: number) => slope[i] as number
  const tangent = points.map((_, i) => {
    if (i === 0) return d(0)
    if (i === last) return d(last - 1)
    return d(i - 1) * d(i) <= 0 ? 0 : (d(i - 1) + d(i)) / 2
  })
  const m = (i: number) => tangent[i] as number
  for (let i = 0; i < last; i++) {
    if (d(i) === 0) {
      tangent[i] = tangent[i + 1] = 0
      continue
    }
    const a = m(i) / d(i)
    const b = m(i + 1) / d(i)
    const s = a * a + b * b
    if (s > 9) {
      const t = 3 / Math.sqrt(s)
      tangent[i] = t * a * d(i)
      tangent[i + 1] = t * b * d(i)
    }
  }
  return (t) => {
    let i = 0
    while (i < last - 1 && t > x(i + 1)) i++
    const h = x(i + 1) - x(i)
    const u = (t - x(i)) / h
    const u2 = u * u
    const u3 = u2 * u
    return (
      (2 * u3 - 3 * u2 + 1) * y(i) +
      (u3 - 2 * u2 + u) * h * m(i) +
      (-2 * u3 + 3 * u2) * y(i + 1) +
      (u3 - u2) * h * m(i + 1)
    )
  }
}

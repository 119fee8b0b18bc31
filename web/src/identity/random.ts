/** FNV-1a over code points: the same on every machine. */
export function fnv1a(text: string): number {
  let h = 2166136261
  for (const c of text) h = Math.imul(h ^ (c.codePointAt(0) as number), 16777619)
  return h >>> 0
}

/** Numbers from 0 to 1 that look random and are the same for the same seed (mulberry32). */
export function random(seed: string): () => number {
  let a = fnv1a(seed) || 1
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

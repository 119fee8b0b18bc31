import { useEffect, useState } from "react"
import { contrast } from "@/identity/colour"
import { loaded, pixelsOf } from "@/lib/pixels"
import type { Look } from "./look"

type TabContrast = { light: number; dark: number }

/** The grounds of a browser's tabs. */
export const TABS = { light: "#ffffff", dark: "#202124" } as const

/** How well an uploaded mark is told from a light and a dark tab at 16 pixels; nothing for a generated one. */
export function useUploadedContrast({ kind, url, dark_url }: Look): TabContrast | undefined {
  const [found, setFound] = useState<{ key: string; value: TabContrast }>()
  const key = kind === "uploaded" && url ? `${url} ${dark_url}` : ""
  useEffect(() => {
    if (!key) return
    let isOver = false
    void Promise.all([inTab(url, "light"), inTab(dark_url || url, dark_url ? "dark" : "light")])
      .then(([light, dark]) => isOver || setFound({ key, value: { light, dark } }))
      .catch(() => {})
    return () => {
      isOver = true
    }
  }, [key, url, dark_url])
  return found?.key === key ? found.value : undefined
}

/** The contrast of what is seen of a picture at 16 pixels, mixed with its ground. A file without a dark form sits on a plate. */
async function inTab(url: string, ground: keyof typeof TABS): Promise<number> {
  return contrastIn(pixelsOf(await loaded(url), 16), TABS[ground])
}

function contrastIn(pixels: ArrayLike<number>, ground: string): number {
  const under = [1, 3, 5].map((at) => Number.parseInt(ground.slice(at, at + 2), 16))
  const seen: number[] = []
  for (let at = 0; at < pixels.length; at += 4) {
    const share = (pixels[at + 3] as number) / 255
    if (share < 0.1) continue
    const mixed = under.map((base, part) => base + ((pixels[at + part] as number) - base) * share)
    const hex = `#${mixed.map((one) => Math.round(one).toString(16).padStart(2, "0")).join("")}`
    seen.push(contrast(hex, ground))
  }
  // Half of what is drawn must stand out; the softened rim of it does not.
  return seen.sort((a, b) => a - b)[Math.floor(seen.length / 2)] ?? 1
}

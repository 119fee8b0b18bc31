import { readFileSync } from "node:fs"
import type { Browser } from "@playwright/test"
import { SIZES } from "../axe"
import type { Look } from "./looks"

/** One picture of all looks of a hue: desk and phone, by day and by night. */
export async function contactSheet(browser: Browser, folder: string, hue: number, looks: Look[]) {
  const page = await browser.newPage({ viewport: { width: 2400, height: 1000 } })
  const shots = looks.map(({ label }) => {
    const images = SIZES.toReversed().flatMap(({ width }) =>
      ["light", "dark"].map((theme) => {
        const file = readFileSync(`${folder}/${label}-${width}-${theme}.jpg`).toString("base64")
        return `<img src="data:image/jpeg;base64,${file}" height="168">`
      }),
    )
    return `<figure>${images.join("")}<figcaption>${label}</figcaption></figure>`
  })
  const style = `body{margin:12px;font:12px sans-serif;display:flex;flex-wrap:wrap;gap:10px}figure{margin:0}img{margin-right:2px}`
  await page.setContent(`<style>${style}</style>${shots.join("")}`)
  await page.screenshot({
    path: `${folder}/sheet-${String(hue).padStart(3, "0")}.png`,
    fullPage: true,
  })
  await page.close()
}

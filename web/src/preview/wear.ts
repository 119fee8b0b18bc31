import { backstockFile, family } from "@/identity/families/family"
import { css, theme } from "@/identity/theme"
import type { Showing } from "@/lib/preview"
import type { SiteIdentity } from "@/site/data"
import { fontUrl } from "@/ui/font-files"

type Mode = Showing["theme"]

const colours = sheetOf((look: unknown) =>
  typeof look === "string" ? look : css(theme(look), fontUrl),
)
const footer = sheetOf((site: Pick<SiteIdentity, "name" | "art">) => rowOf(site))

/** Gives the document the colours, the faces and the row above the footer of an identity, in one of its two themes. The look is what was chosen, or the stylesheet that is stored. */
export function wear({ name, art }: SiteIdentity, look: unknown, mode: Mode) {
  const sheets = [colours(look), footer({ name, art })]
  // Each assignment would have the whole page styled anew.
  const isWorn = sheets.every((sheet, at) => document.adoptedStyleSheets[at] === sheet)
  if (!isWorn) document.adoptedStyleSheets = sheets
  const { dataset } = document.documentElement
  if (dataset.theme !== mode) dataset.theme = mode
}

function rowOf({ name, art }: Pick<SiteIdentity, "name" | "art">): string {
  if (!art) return ""
  const file = backstockFile(family(art.family, { ...art, name }))
  return `:root{--backstock:url("data:image/svg+xml,${encodeURIComponent(file)}")}`
}

/** A stylesheet that is made anew only when what it is made of is another. */
function sheetOf<Of>(make: (of: Of) => string) {
  const sheet = new CSSStyleSheet()
  let made: string | undefined
  return (of: Of) => {
    const key = typeof of === "string" ? of : (JSON.stringify(of) ?? "none")
    if (key !== made) sheet.replaceSync(make(of))
    made = key
    return sheet
  }
}

import { backstockFile, family } from "@/identity/families/family"
import { css, theme } from "@/identity/theme"
import type { Showing } from "@/lib/preview"
import type { SiteIdentity } from "@/site/data"
import { fontUrl } from "@/ui/font-files"

type Mode = Showing["theme"]

const colours = sheetOf((chosen: unknown) => css(theme(chosen), fontUrl))
const footer = sheetOf((site: Pick<SiteIdentity, "name" | "art">) => rowOf(site))

/** Gives the document the colours, the faces and the row above the footer of an identity, in one of its two themes. */
export function wear({ name, art }: SiteIdentity, chosen: unknown, mode: Mode) {
  document.adoptedStyleSheets = [colours(chosen), footer({ name, art })]
  document.documentElement.dataset.theme = mode
}

function rowOf({ name, art }: Pick<SiteIdentity, "name" | "art">): string {
  if (!art) return ""
  const file = backstockFile(family(art.family, { ...art, name }))
  return `:root{--backstock:url("data:image/svg+xml,${encodeURIComponent(file)}")}`
}

/** A stylesheet that is made anew only when what it is made of is another. */
function sheetOf<Of>(make: (of: Of) => string) {
  const sheet = new CSSStyleSheet()
  let made = ""
  return (of: Of) => {
    const key = JSON.stringify(of) ?? "none"
    if (key !== made) sheet.replaceSync(make(of))
    made = key
    return sheet
  }
}

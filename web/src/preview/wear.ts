import { css, theme } from "@/identity/theme"
import type { Showing } from "@/lib/preview"
import { fontUrl } from "@/ui/font-files"

const sheet = new CSSStyleSheet()

/** Gives the document the colours and faces of an identity, in one of its two themes. */
export function wear({ identity, theme: mode }: Pick<Showing, "identity" | "theme">) {
  const made = css(theme(identity?.theme), fontUrl)
  if (made !== worn) sheet.replaceSync(made)
  worn = made
  document.adoptedStyleSheets = [sheet]
  document.documentElement.dataset.theme = mode
}

let worn = ""

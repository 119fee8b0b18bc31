import { useEffect } from "react"
import { css, theme } from "@/identity/theme"
import { fontUrl } from "@/ui/font-files"
import { type Look, themeOf } from "./look"

/** The screen takes the look that is being chosen, until it is left. */
export function useWearing(look: Look) {
  const chosen = JSON.stringify(themeOf(look))
  useEffect(() => {
    if (!("adoptedStyleSheets" in document)) return
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css(theme(JSON.parse(chosen)), fontUrl))
    const before = document.adoptedStyleSheets
    document.adoptedStyleSheets = [...before, sheet]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    }
  }, [chosen])
}

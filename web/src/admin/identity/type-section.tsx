import { useEffect } from "react"
import { TYPES } from "@/identity/identity"
import { facesOf, type Pairing, pairing, typeFaces } from "@/identity/type"
import { placed } from "@/ui/field"
import { fontUrl } from "@/ui/font-files"
import { CALLED } from "./look"
import type { Choosing } from "./rail"

const kilobytes = (type: Pairing) =>
  Math.round(facesOf(type).reduce((sum, { bytes }) => sum + bytes, 0) / 1024)

let sheet: CSSStyleSheet | undefined

/** Makes the faces of all pairings known to the page; each is loaded when something is set in it. */
function useAllFaces() {
  useEffect(() => {
    if (sheet || !("adoptedStyleSheets" in document)) return
    sheet = new CSSStyleSheet()
    sheet.replaceSync(TYPES.flatMap((one) => typeFaces(pairing(one), fontUrl)).join("\n"))
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }, [])
}

/** Six pairings of faces, each shown in its own. */
export function TypeSection({ look, put }: Choosing) {
  useAllFaces()
  return (
    <div className="picks" {...placed("type", CALLED.type)}>
      {TYPES.map((one) => {
        const type = pairing(one)
        const { display, weight } = type
        return (
          <button
            key={one}
            type="button"
            className="pick pick-type"
            aria-pressed={look.type === one}
            onClick={() => put({ type: one })}
          >
            <span
              className="pick-sample"
              style={{ fontFamily: `"${display.family}"`, fontWeight: weight }}
            >
              {look.name || "Your studio"} opens early
            </span>
            <b>{type.label}</b>
            <span className="pick-note">{kilobytes(type)} KB</span>
          </button>
        )
      })}
    </div>
  )
}

import { memo, useMemo } from "react"
import { HANDS } from "@/identity/families/family"
import { mark } from "@/identity/mark"
import { SUGGESTIONS, type Suggestion } from "@/identity/suggestions"
import { theme } from "@/identity/theme"
import { toast } from "@/lib/toast"
import { inked } from "./inked"
import { LogoStart } from "./logo-start"
import type { Look } from "./look"
import { changesOf } from "./look"
import type { Choosing } from "./rail"
import { isChosen, lookFrom } from "./suggestion"

/** Somewhere to begin: one's own logo, or one of six complete looks. */
export function Start({ form, look, put }: Choosing) {
  const choose = (suggestion: Suggestion) => {
    const before = form.getValues()
    const next = { ...before, ...lookFrom(suggestion, before) }
    const back = changesOf(before, next)
    if (back.length === 0) return
    put(next)
    toast.success(`${suggestion.name} chosen`, "Name, place and your own sentences stay.", [
      { label: "Undo", run: () => put(pick(before, back)) },
    ])
  }
  return (
    <section className="start" aria-label="Start from">
      <h2 className="font-medium">Start from</h2>
      <LogoStart title="My logo" put={put} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would announce form controls */}
      <div className="suggestions" role="group" aria-label="Suggestions">
        {SUGGESTIONS.map((one) => (
          <button
            key={one.name}
            type="button"
            aria-pressed={isChosen(one, look)}
            aria-label={labelOf(one)}
            title={labelOf(one)}
            onClick={() => choose(one)}
          >
            <Stamp suggestion={one} initial={lookFrom(one, look).initial} />
          </button>
        ))}
      </div>
    </section>
  )
}

const pick = (look: Look, keys: (keyof Look)[]): Partial<Look> =>
  Object.fromEntries(keys.map((key) => [key, look[key]]))

const labelOf = ({ name, art }: Suggestion) =>
  `${name}: ${art === "photographs" ? "Photographs" : HANDS[art].label}`

type StampProps = { suggestion: Suggestion; initial?: string }

/** A look as a stamp: its wall, its shelf and its mark. All six are made anew only when the initial is another, not with each key. */
const Stamp = memo(({ suggestion, initial = "" }: StampProps) => {
  const { light } = useMemo(() => theme(suggestion), [suggestion])
  const html = inked(mark({ ...suggestion.mark, initial }), light)
  return (
    <span className="stamp" style={{ background: light["w-0"] }}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: drawn here from numbers */}
      <span className="stamp-mark" dangerouslySetInnerHTML={{ __html: html }} />
      <i style={{ background: light["shelf-3"] }} />
    </span>
  )
})

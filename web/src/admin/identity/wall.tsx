import { memo, useMemo, useState } from "react"
import type { Theme } from "@/identity/theme"
import { wordsOf } from "@/identity/words"
import type { Words } from "@/lib/documents.gen"
import type { Ground } from "@/lib/ground"
import { CARD, type Showing } from "@/lib/preview"
import { useRested } from "@/lib/rested"
import { ElsewhereNote } from "../preview/elsewhere"
import { PreviewFrame } from "../preview/frame"
import type { Working } from "../preview/use-workbench"
import { identityOf, type Look } from "./look"
import { sizesOf, useMedia } from "./photos"
import { MailTile, TabTile } from "./small-tiles"
import { useStable } from "./stable"

type Props = {
  look: Look
  theme: Theme
  words: Words
  ground: Ground
  picking: Working["picking"]
  onFits: (fits: boolean) => void
}

/** Longer than from one key to the next, in ms. */
const REST = 200

const TABS = ["Home", "Phone", "404", "Sharing card", "Tab", "Email"] as const
type Tab = (typeof TABS)[number]

/** The whole site with what is not saved yet, out of the reading order. What is large enough to be hit leads to its field; the rest is for the eye alone. */
export const Wall = memo(({ look, theme, words, ground, picking, onFits }: Props) => {
  const [tab, setTab] = useState<Tab>("Home")
  const identity = useStable(identityOf(look))
  const stored = useStable(storedOf(words))
  const photos = useStable(sizesOf(look.photos, useMedia(look)))
  const { pack, name, city, language } = look
  const showing = (path: string, mode: Ground = ground): Showing => ({
    path,
    theme: mode,
    identity,
    photos,
    words: stored,
  })
  const home = useStable(showing("/"))
  // All frames share one processor: the large one goes with each key, the others when the hand rests.
  const phone = useStable(useRested(home, REST))
  const missing = useStable(useRested(showing("/404"), REST))
  const card = useStable(useRested(showing(CARD, "light"), REST))
  const say = useMemo(
    () => wordsOf({ pack, name, city, language, stored }),
    [pack, name, city, language, stored],
  )
  const on = (one: Tab) => (tab === one ? "peek-on" : undefined)
  return (
    <section className="wall" aria-label="Preview">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would announce form controls */}
      <div className="wall-tabs" role="group" aria-label="What to see">
        {TABS.map((one) => (
          <button key={one} type="button" aria-pressed={tab === one} onClick={() => setTab(one)}>
            {one}
          </button>
        ))}
      </div>
      <PreviewFrame
        title="Home"
        note="1440"
        showing={home}
        width={1440}
        picking={picking}
        className={`peek-home ${on("Home")}`}
      />
      <PreviewFrame
        title="Phone"
        note="390"
        showing={phone}
        width={390}
        picking={picking}
        className={`peek-phone ${on("Phone")}`}
        onShown={({ fits }) => onFits(fits)}
      />
      <PreviewFrame
        title="Page not found"
        showing={missing}
        width={1440}
        className={`peek-missing ${on("404")}`}
      />
      <PreviewFrame
        title="Sharing card"
        showing={card}
        width={1200}
        className={`peek-card ${on("Sharing card")}`}
      />
      <div className="peek-small">
        <TabTile look={look} theme={theme} title={say("head_title")} className={on("Tab")} />
        <MailTile look={look} say={say} className={on("Email")} />
      </div>
      {picking.foreign && (
        <ElsewhereNote field={picking.foreign} onClose={() => picking.onForeign(undefined)} />
      )}
    </section>
  )
})

const storedOf = (words: Words): Record<string, string> =>
  Object.fromEntries(words.map(({ key, text }) => [key, text]))

import { Link } from "wouter"
import { PACKS } from "@/identity/identity"
import { PACK_NOTES, WORD_KEYS, WORDS } from "@/identity/words"
import { placed } from "@/ui/field"
import { CALLED } from "./look"
import type { Choosing } from "./rail"
import { Say } from "./say"

const SEARCHED = WORD_KEYS.filter((key) => WORDS[key].kind !== "seed").length

/** The voice of the site. Sentences that were written by hand stay, whatever is chosen here. */
export function WordsSection({ look, words, put }: Choosing) {
  const own = words.filter(({ text }) => text.trim()).length
  return (
    <>
      <div className="picks picks-two" {...placed("pack", CALLED.pack)}>
        {PACKS.map((pack) => (
          <button
            key={pack}
            type="button"
            className="pick pick-text"
            aria-pressed={look.pack === pack}
            onClick={() => put({ pack })}
          >
            <b>{pack.charAt(0).toUpperCase() + pack.slice(1)}</b>
            <span className="pick-note">{PACK_NOTES[pack]}</span>
          </button>
        ))}
      </div>
      {own > 0 && (
        <Say
          kind="info"
          text={`${own} ${own === 1 ? "sentence" : "sentences"} of yours ${own === 1 ? "stays" : "stay"}, whichever voice speaks.`}
        />
      )}
      <p className="mt-3">
        <Link href="/admin/settings/words" className="text-link">
          Edit all {SEARCHED} sentences
        </Link>
      </p>
    </>
  )
}

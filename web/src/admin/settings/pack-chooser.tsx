import { useId, useState } from "react"
import { saveOf } from "@/lib/document"
import { site as declared, type Site, type Words } from "@/lib/documents.gen"
import { counted } from "@/lib/format"
import { useSave } from "@/lib/query"
import { toast } from "@/lib/toast"
import { Confirm } from "@/ui/confirm"
import { defaultOf, PACKS, type Pack, speakerOf, WORDS } from "./words-list"

/** How the site talks where the studio has written nothing itself. */
export function PackChooser({ site, words }: { site: Site; words: Words }) {
  const id = useId()
  const [wanted, setWanted] = useState<Pack>()
  const { pack } = site.theme
  const { mutate, isPending } = useSave({
    save: async (next: Pack) => {
      const text = `${said(changes(next))} ${kept(own.size)}`
      await saveOf(declared, { theme: { ...site.theme, pack: next } }, site)
      // Here, because what is read anew may draw another chooser in place of this one.
      toast.success(`${nameOf(next)} speaks now.`, text)
    },
    refreshes: [[declared.table]],
    failed: "The site still talks as before. Please try again.",
    says: "server",
  })
  const own = new Set(words.filter(({ text }) => text).map(({ key }) => key))
  const changes = (next: Pack) => {
    const speaker = speakerOf(site)
    return WORDS.filter(
      (word) =>
        !own.has(word.key) &&
        defaultOf(word, speaker) !== defaultOf(word, { ...speaker, pack: next }),
    ).length
  }
  const choose = (next: Pack) => mutate(next, { onSettled: () => setWanted(undefined) })
  return (
    <section aria-labelledby={id} className="mb-8">
      <h2 id={id} className="display mb-3 text-subtitle">
        Way of talking
      </h2>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would announce form controls */}
      <div
        role="group"
        aria-labelledby={id}
        className="packs grid grid-cols-4 gap-2.5 max-xl:grid-cols-2"
      >
        {PACKS.map(([one, about]) => (
          <button
            key={one}
            type="button"
            className="choice"
            aria-pressed={one === pack}
            onClick={() => one !== pack && setWanted(one)}
          >
            <span className="block text-[15px] font-medium">{nameOf(one)}</span>
            <span className="mt-0.5 block text-label text-ink-2">{about}</span>
          </button>
        ))}
      </div>
      {wanted && (
        <Confirm
          title={`Let ${nameOf(wanted)} speak?`}
          text={`${promised(changes(wanted))} ${kept(own.size)}`}
          action={`Use ${nameOf(wanted)}`}
          pendingAction="Saving..."
          pending={isPending}
          onCancel={() => setWanted(undefined)}
          onConfirm={() => choose(wanted)}
        />
      )}
    </section>
  )
}

const nameOf = (pack: Pack) => pack.charAt(0).toUpperCase() + pack.slice(1)

const promised = (n: number) =>
  n === 0
    ? "No sentence on the site changes."
    : `${counted(n, "sentence")} on the site ${n === 1 ? "changes" : "change"} at once.`

const said = (n: number) =>
  n === 0 ? "No sentence changed." : `${counted(n, "sentence")} changed.`

const kept = (n: number) =>
  n === 0
    ? "You have none of your own."
    : `${counted(n, "sentence")} of yours ${n === 1 ? "stays" : "stay"}.`

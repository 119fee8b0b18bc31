import { useMemo, useState } from "react"
import { flushSync } from "react-dom"
import { type Control, useWatch } from "react-hook-form"
import type { Site, Words } from "@/lib/documents.gen"
import { counted } from "@/lib/format"
import { Card } from "@/ui/card"
import { NoMatch } from "@/ui/no-match"
import { SearchField } from "@/ui/search-field"
import { Segment } from "@/ui/segment"
import { DocumentForm } from "../document/document-form"
import { labelled } from "../document/labels"
import { useDocumentForm } from "../document/use-document-form"
import { useShownForm } from "../preview/content"
import { WordField } from "./word-field"
import { find, isOwn, PLACES, saveWords, type Typed, typedOf, typedWords } from "./words-form"
import { checkWord, defaultOf, type Speaker, speakerOf, WORDS, type Word } from "./words-list"

type Show = "all" | "changed"

export function WordsEditor({ site, doc }: { site: Site; doc: Words }) {
  const speaker = speakerOf(site)
  const [search, setSearch] = useState("")
  const [show, setShow] = useState<Show>("all")
  const showAll = () => {
    setSearch("")
    setShow("all")
  }
  const editing = useDocumentForm(typedWords, {
    doc,
    values: typedOf,
    save: (typed, base) => saveWords(typed, base, speaker),
    done: "The words have been updated.",
    failed: "Failed to update the words",
    says: "server",
    // What is wrong may be out of sight, and it is where the focus goes.
    onInvalid: () => {
      const wrong = WORDS.filter((word) => checkWord(word, form.getValues(word.key)))
      if (wrong.some(({ key }) => shown.has(key))) return
      flushSync(showAll)
      document.getElementsByName(wrong[0]?.key ?? "")[0]?.focus()
    },
  })
  const { form } = editing
  useShownForm(form, (typed) => ({ identity: site, words: typed }))
  for (const place of PLACES)
    for (const { key, label } of place.words) labelled(form, key, `${place.name}, ${label}`)
  const { pack, city, language } = speaker
  // As of the search: a sentence does not go away while it is being changed.
  const shown = useMemo(() => {
    const typed = form.getValues()
    const found = find(search, typed, { pack, city, language })
    if (show === "all") return found
    return new Set(ownOf(typed, { pack, city, language }).filter((key) => found.has(key)))
  }, [form, search, show, pack, city, language])
  const places = PLACES.map((place) => ({
    ...place,
    words: place.words.filter(({ key }) => shown.has(key)),
  })).filter((place) => place.words.length > 0)
  return (
    <DocumentForm label="Words" editing={editing}>
      <div className="mb-4 flex flex-wrap items-center gap-2.5">
        <SearchField
          value={search}
          onChange={setSearch}
          placeholder={`Search ${WORDS.length} sentences...`}
          found={counted(shown.size, "sentence")}
        />
        <Segment
          label="Which sentences"
          value={show}
          onChange={setShow}
          choices={[
            { value: "all", label: "All" },
            { value: "changed", label: "Changed only" },
          ]}
        />
        <Changed control={form.control} speaker={speaker} />
      </div>
      {places.length === 0 && <Nothing isSearch={search.trim() !== ""} onClear={showAll} />}
      {places.length > 0 && (
        <Card className="divide-y divide-line">
          {places.map((place) => (
            <Place key={place.name} {...place} speaker={speaker} control={form.control} />
          ))}
        </Card>
      )}
    </DocumentForm>
  )
}

type PlaceProps = (typeof PLACES)[number] & { speaker: Speaker; control: Control<Typed> }

function Place({ name, words, speaker, control }: PlaceProps) {
  return (
    <section
      aria-label={name}
      className="unseen grid gap-x-6 gap-y-4 p-5 lg:grid-cols-[180px_minmax(0,1fr)]"
    >
      <header>
        <h2 className="display text-[18px]">{name}</h2>
        <p className="mt-1 text-label text-ink-3">{counted(words.length, "sentence")}</p>
      </header>
      <div className="grid gap-x-6 gap-y-5 md:grid-cols-2">
        {words.map(({ key, label }) => (
          <WordField
            key={key}
            word={wordOf(key)}
            label={label}
            usual={defaultOf(wordOf(key), speaker)}
            control={control}
          />
        ))}
      </div>
    </section>
  )
}

const byKey = new Map<string, Word>(WORDS.map((word) => [word.key, word]))
const wordOf = (key: string) => byKey.get(key) as Word

const ownOf = (typed: Typed, speaker: Speaker) =>
  WORDS.filter((word) => isOwn(typed[word.key], defaultOf(word, speaker))).map(({ key }) => key)

function Changed({ control, speaker }: { control: Control<Typed>; speaker: Speaker }) {
  const own = ownOf(useWatch({ control }) as Typed, speaker).length
  return (
    <p className="text-label text-ink-2 max-md:basis-full">
      {own === 0 ? "None changed" : `${own} changed`}
    </p>
  )
}

function Nothing({ isSearch, onClear }: { isSearch: boolean; onClear: () => void }) {
  if (isSearch)
    return (
      <NoMatch text="No sentence says that, is called that or stands there." onClear={onClear} />
    )
  return (
    <NoMatch
      title="Nothing changed yet"
      text="The site speaks as it came."
      action="Show all sentences"
      onClear={onClear}
    />
  )
}

import { ChevronDown } from "lucide-react"
import type { ReactNode } from "react"
import type { UseFormReturn } from "react-hook-form"
import { Link } from "wouter"
import { HANDS } from "@/identity/families/family"
import type { Theme } from "@/identity/theme"
import { pairing } from "@/identity/type"
import type { Words } from "@/lib/documents.gen"
import { ArtSection } from "./art-section"
import type { Section } from "./checks"
import { ColourSection } from "./colour-section"
import type { Look } from "./look"
import { MarkSection } from "./mark-section"
import { NameSection } from "./name-section"
import { Start } from "./start"
import { TypeSection } from "./type-section"
import { WordsSection } from "./words-section"

export type Choosing = {
  form: UseFormReturn<Look>
  look: Look
  theme: Theme
  words: Words
  put: (some: Partial<Look>) => void
}

type Props = Choosing & {
  section?: Section
  onSection: (section: Section | undefined) => void
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Every choice there is; one section is open at a time. */
export function Rail({ section, onSection, ...choosing }: Props) {
  const { look } = choosing
  const part = (id: Section, title: string, now: string, content: () => ReactNode) => (
    <Fold
      title={title}
      now={now}
      isOpen={section === id}
      onToggle={() => onSection(section === id ? undefined : id)}
    >
      {content}
    </Fold>
  )
  const art = look.art === "photographs" ? "Photographs" : HANDS[look.art].label
  return (
    <>
      <Start {...choosing} />
      {part("name", "Name and place", [look.name, look.city].filter(Boolean).join(", "), () => (
        <NameSection {...choosing} />
      ))}
      {part("colour", "Colour", `Glass ${look.hue_glass}, dot ${look.hue_dot}`, () => (
        <ColourSection {...choosing} />
      ))}
      {part("type", "Type", pairing(look.type).label, () => (
        <TypeSection {...choosing} />
      ))}
      {part("art", "Artwork", art, () => (
        <ArtSection {...choosing} />
      ))}
      {part("mark", "Mark", look.kind === "uploaded" ? "Uploaded" : capital(look.frame), () => (
        <MarkSection {...choosing} />
      ))}
      {part("words", "Words", capital(look.pack), () => (
        <WordsSection {...choosing} />
      ))}
      <p className="p-5">
        <Link href="/admin/setup" className="text-link">
          Open the set-up again
        </Link>
      </p>
    </>
  )
}

type FoldProps = {
  title: string
  now: string
  isOpen: boolean
  onToggle: () => void
  children: () => ReactNode
}

function Fold({ title, now, isOpen, onToggle, children }: FoldProps) {
  const id = `fold-${title.toLowerCase().replaceAll(" ", "-")}`
  return (
    <section className="fold" aria-label={title}>
      <h2>
        <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
          {title}
          {!isOpen && <span className="fold-now">{now}</span>}
          <ChevronDown aria-hidden="true" />
        </button>
      </h2>
      <div id={id} className="fold-body" hidden={!isOpen}>
        {isOpen && children()}
      </div>
    </section>
  )
}

import { Fragment, useId } from "react"
import { feedMoment } from "@/lib/format"
import { asText, words } from "./as-text"
import type { Naming } from "./history/differences"
import { wordDiff } from "./history/word-diff"
import type { Choices, Clash } from "./merge"
import { textOf } from "./rich-lines"

type Props = {
  clashes: Clash[]
  choices: Choices
  onChoose: (choices: Choices) => void
  naming: Naming
  /** Who else changed it. */
  who: string
  at?: string
}

/** What both changed, side by side. One's own is chosen until theirs is. */
export function Clashes({ clashes, choices, onChoose, naming, who, at }: Props) {
  const group = useId()
  return clashes.map((clash) => {
    const { [clash.path]: isTheirs, ...others } = choices
    const side = { clash, naming, name: `${group} ${clash.path}` }
    return (
      <fieldset key={clash.path} className="clash">
        <legend>{labelOf(clash, naming)}</legend>
        <Side
          {...side}
          title="Yours"
          by="You, not saved yet"
          value={clash.mine}
          isChosen={!isTheirs}
          onChoose={() => onChoose(others)}
        />
        <Side
          {...side}
          title="Theirs"
          by={[who, at && feedMoment(at)].filter(Boolean).join(", ")}
          value={clash.theirs}
          isChosen={!!isTheirs}
          onChoose={() => onChoose({ ...choices, [clash.path]: "theirs" })}
        />
      </fieldset>
    )
  })
}

type SideProps = {
  clash: Clash
  naming: Naming
  name: string
  title: string
  by: string
  value: unknown
  isChosen: boolean
  onChoose: () => void
}

function Side({ clash, naming, name, title, by, value, isChosen, onChoose }: SideProps) {
  const id = useId()
  return (
    <label className="clash-side">
      <input
        type="radio"
        name={name}
        checked={isChosen}
        onChange={onChoose}
        aria-labelledby={`${id} ${id}-by`}
        aria-describedby={`${id}-text`}
      />
      <span className="min-w-0">
        <span id={id} className="block font-medium">
          {title}
        </span>
        <span id={`${id}-by`} className="block text-label text-ink-3 wrap-anywhere">
          {by}
        </span>
        <span id={`${id}-text`} className="clash-text">
          {isPicture(clash, naming) && value ? (
            <img src={String(value)} alt="" />
          ) : (
            <Marked before={said(clash.before)} after={said(value)} />
          )}
        </span>
      </span>
    </label>
  )
}

/** A text with what was changed in it. */
function Marked({ before, after }: { before: string; after: string }) {
  return wordDiff(before, after)
    .filter(({ kind }) => kind !== "removed")
    .map(({ kind, text }, at) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text stay where they are
      kind === "same" ? <Fragment key={at}>{text}</Fragment> : <ins key={at}>{text}</ins>,
    )
}

const isPicture = ({ path }: Clash, { images }: Naming) =>
  images?.includes(path.slice(path.lastIndexOf(".") + 1))

/** A value as people read it. */
function said(value: unknown): string {
  if (value === undefined) return "Removed"
  if (typeof value === "boolean") return value ? "On" : "Off"
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value.join(", ")
  if (typeof value === "object" && value !== null) return asText(value)
  return textOf(String(value ?? "")).trim() || "Empty"
}

/** What a form calls a place: "Title", "Agentic Commerce, Description", "Order of Areas". */
function labelOf({ path, of, isOrder }: Clash, { labels }: Naming): string {
  const field = path.replace("#", "")
  const key = field.split(".").findLast((part) => !/^\d+$/.test(part)) ?? ""
  const label = labels(field) ?? words(key)
  if (isOrder) return `Order of ${label}`
  return of && !/\.\d+$/.test(field) ? `${of}, ${label}` : label
}

import { useState } from "react"
import { textOf } from "../rich-lines"
import { type Difference, type ListItem, plural } from "./differences"
import { MarkedText } from "./marked-text"

/** How a field differs: what is on the site now is struck through, what a version has is underlined. */
export function FieldDifference({ of, ours }: { of: Difference; ours?: string }) {
  switch (of.kind) {
    case "switch":
      return <MarkedText before={of.after ? "Off" : "On"} after={of.after ? "On" : "Off"} />
    case "value":
      return <MarkedText before={of.before} after={of.after} />
    case "group":
      return <Named fields={of.fields} ours={ours} />
    case "image":
      return (
        <div className="difference-images">
          <Picture src={of.before} caption={ours ?? "On the site now"} />
          <Picture src={of.after} caption="In this version" />
        </div>
      )
    case "list":
      return (
        <div className="grid gap-3">
          {of.items.map((item, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the items of a version stay where they are
            <ItemDifference key={at} of={item} item={of.item} ours={ours} />
          ))}
          {of.isMoved && <p className="text-ink-2">The order of {plural(of.item)} is another.</p>}
        </div>
      )
    case "text":
      return <TextDifference before={textOf(of.before)} after={textOf(of.after)} />
  }
}

function TextDifference({ before, after }: { before: string; after: string }) {
  if (before === after)
    return <p className="text-ink-2">The words are the same, the formatting is another.</p>
  return <MarkedText before={before} after={after} />
}

const DID = { added: "Only in this version", removed: "Not in this version", changed: "" }

function ItemDifference({ of, item, ours }: { of: ListItem; item: string; ours?: string }) {
  const isText = of.fields.every(({ label }) => label === "")
  return (
    <div>
      <p className="text-label text-ink-3 wrap-anywhere">
        {DID[of.did] || (isText ? `Another ${item}` : of.name)}
      </p>
      {isText ? (
        of.fields.map((field) => <FieldDifference key={field.path} of={field} />)
      ) : (
        <Named fields={of.fields} ours={ours} />
      )}
    </div>
  )
}

function Named({ fields, ours }: { fields: Difference[]; ours?: string }) {
  return (
    <dl className="grid gap-1.5">
      {fields.map((field) => (
        <div key={field.path}>
          <dt className="text-label font-medium">{field.label}</dt>
          <dd>
            <FieldDifference of={field} ours={ours} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Picture({ src, caption }: { src: string; caption: string }) {
  const [isGone, setGone] = useState(false)
  return (
    <figure>
      {src && !isGone ? (
        <img src={src} alt="" onError={() => setGone(true)} />
      ) : (
        <p className="text-ink-2">{src ? "This picture was deleted" : "No picture"}</p>
      )}
      <figcaption className="mt-1 text-label text-ink-3">{caption}</figcaption>
    </figure>
  )
}

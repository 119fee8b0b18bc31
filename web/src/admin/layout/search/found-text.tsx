const AROUND = 36

/** A text with what was sought in it; of a long one the part around that. */
export function FoundText({ text, sought }: { text: string; sought: string }) {
  const at = text.toLowerCase().indexOf(sought.toLowerCase())
  if (at < 0 || !sought) return text
  const from = at > AROUND ? text.indexOf(" ", at - AROUND) + 1 : 0
  const start = from > 0 && from <= at ? from : 0
  const end = at + sought.length
  return (
    <>
      {start > 0 && "…"}
      {text.slice(start, at)}
      <mark className="found">{text.slice(at, end)}</mark>
      {text.slice(end, end + 120)}
    </>
  )
}

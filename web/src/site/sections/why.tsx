import { word } from "../words"

export function Why({ reasons }: { reasons: string[] }) {
  if (reasons.length === 0) return null
  return (
    <div className="why">
      <h3 className="d">{word("why_title")}</h3>
      <ul>
        {reasons.map((reason, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the texts may repeat
          <li key={i}>{reason}</li>
        ))}
      </ul>
    </div>
  )
}

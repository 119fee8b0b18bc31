import type { ReactNode } from "react"
import { reasonsOf, sentenceOf } from "./reasons"

type Props = {
  of: { spam_reasons: unknown }
  /** What happens when somebody says that it is no spam. */
  children: ReactNode
}

/** Why something that a visitor sent is held back. */
export function Why({ of, children }: Props) {
  const reasons = reasonsOf(of)
  return (
    <section aria-label="Why it was held back" className="desk-why">
      <h3 className="font-medium">Why it was held back</h3>
      {reasons.length === 0 ? (
        <p className="my-2.5">Somebody of your team marked it as spam.</p>
      ) : (
        <ol>
          {reasons.map((reason) => (
            <li key={reason}>
              <span>{reason}</span>
              <small>{sentenceOf(reason)}</small>
            </li>
          ))}
        </ol>
      )}
      <p className="text-label text-ink-2">{children} The sender learns nothing either way.</p>
    </section>
  )
}

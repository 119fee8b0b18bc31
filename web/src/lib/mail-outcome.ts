import { feedMoment } from "./format"

/** A mail as the outbox has it. Without a mail server it is kept as a file and reaches nobody. */
export type Outcome = {
  state: "queued" | "sending" | "sent" | "kept" | "given up"
  attempts: number
  last_error: string
  sent_at: string | null
  next_try_at: string | null
}

/** What a mail has come to, in a sentence. */
export function outcome({ state, attempts, sent_at, next_try_at }: Outcome): string {
  switch (state) {
    case "sent":
      return sent_at ? `Sent ${feedMoment(sent_at)}` : "Sent"
    case "kept":
      return "Not mailed: there is no mail server"
    case "sending":
      return "Being sent"
    case "given up":
      return `Given up after ${attempts} tries`
    case "queued":
      return attempts > 0 && next_try_at
        ? `Not delivered yet, next try ${feedMoment(next_try_at)}`
        : "Waiting"
  }
}

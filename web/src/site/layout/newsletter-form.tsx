import { Check, CircleAlert } from "lucide-react"
import { type FormEvent, useEffect, useRef, useState } from "react"
import { type Outcome, said, subscribe } from "../newsletter"
import { word } from "../words"
import { Honeypot, trapped } from "./honeypot"
import { useToasts } from "./toasts"

const TICK_MS = 3000

type State = { pending: boolean; outcome: Outcome | null }

type Props = {
  apiKey: string
  /** Whether letters about jobs can be asked for. */
  offersJobs: boolean
}

export function NewsletterForm({ apiKey, offersJobs }: Props) {
  const [{ pending, outcome }, setState] = useState<State>({ pending: false, outcome: null })
  const form = useRef<HTMLFormElement>(null)
  const toasts = useToasts()
  const ticked = outcome?.ok ?? false

  // Without JavaScript the browser checks the address; from here on we do, with the site's words.
  useEffect(() => {
    if (form.current) form.current.noValidate = true
  }, [])

  useEffect(() => {
    if (!ticked) return
    const timer = setTimeout(() => {
      form.current?.reset()
      setState({ pending: false, outcome: null })
    }, TICK_MS)
    return () => clearTimeout(timer)
  }, [ticked])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (pending || ticked) return
    const values = new FormData(event.currentTarget)
    setState({ pending: true, outcome: null })
    const email = String(values.get("email") ?? "")
    const wish = { trap: trapped(values), wantsJobs: values.has("wants_jobs") }
    const result = await subscribe(apiKey, email, wish).then(said, () => said("unexpected_error"))
    if (result.reason === "newsletter_bad_email") {
      const title = word("newsletter_bad_email_title")
      toasts.show({ title, text: result.message, failed: true })
      form.current?.querySelector<HTMLInputElement>("#newsletter-email")?.focus()
    }
    setState({ pending: false, outcome: result })
  }

  const failed = outcome !== null && !outcome.ok
  return (
    <div className="news">
      <h2 className="d" id="newsletter-title">
        {word("newsletter_title")}
      </h2>
      <p>{word("newsletter_text")}</p>
      <form
        ref={form}
        id="newsletter"
        className={ticked ? "ok" : failed ? "bad" : undefined}
        action="/newsletter"
        method="post"
        aria-labelledby="newsletter-title"
        onSubmit={submit}
      >
        <label className="sr" htmlFor="newsletter-email">
          {word("newsletter_label")}
        </label>
        <input
          id="newsletter-email"
          name="email"
          type="email"
          required
          maxLength={254}
          placeholder={word("newsletter_placeholder")}
          autoComplete="email"
          readOnly={pending || ticked}
          aria-invalid={failed || undefined}
          aria-describedby="newsletter-answer"
        />
        <Honeypot />
        <button
          className={ticked ? "btn tick" : "btn btn-ink"}
          type="submit"
          aria-disabled={pending || ticked || undefined}
        >
          {pending ? (
            <>
              <span className="roller" />
              <span className="sr">{word("newsletter_pending")}</span>
            </>
          ) : ticked ? (
            <>
              <Check className="ic" strokeWidth={1.75} />
              <span className="sr">{word("newsletter_done")}</span>
            </>
          ) : (
            word("newsletter_button")
          )}
        </button>
      </form>
      {offersJobs && (
        <label className="wish">
          <input type="checkbox" name="wants_jobs" value="yes" form="newsletter" />
          {word("newsletter_jobs")}
        </label>
      )}
      <div className="answer" id="newsletter-answer" aria-live="polite">
        {outcome && (
          <p className={outcome.ok ? "yes" : "err"}>
            {!outcome.ok && <CircleAlert className="ic" strokeWidth={1.75} />}
            {outcome.message}
          </p>
        )}
      </div>
    </div>
  )
}

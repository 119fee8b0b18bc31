import { CircleAlert, CircleCheck, CircleDashed } from "lucide-react"
import { type UseFormReturn, useWatch } from "react-hook-form"
import type { JobValues } from "@/lib/documents.gen"
import { shortDate } from "@/lib/format"
import { jobPlace } from "@/lib/place"
import { plainText } from "@/lib/text"
import { Card } from "@/ui/card"

type Fact = { text: string; note?: string; isThere: boolean; isNeeded?: boolean }

const ENOUGH_WORDS = 100

/** What search engines make of a job as it is in the form. It never stops anyone from saving. */
export function JobChecklist({
  form,
  studio,
}: {
  form: UseFormReturn<JobValues>
  studio?: string
}) {
  const facts = factsFor(useWatch({ control: form.control }) as JobValues, studio)
  const isShown = facts.every(({ isThere, isNeeded }) => isThere || !isNeeded)
  return (
    <Card className="p-4" aria-label="What search engines need">
      <h3 className="flex items-center gap-2 font-medium">
        <Sign isThere={isShown} isNeeded />
        {isShown ? "Search engines will show this job" : "Search engines may not show this job"}
      </h3>
      <ul className="mt-2.5 grid gap-2.5 text-label">
        {facts.map(({ text, note, ...fact }) => (
          <li key={text} className="flex gap-2">
            <Sign {...fact} />
            <span>
              {text}
              {note && <small className="block text-ink-3">{note}</small>}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function factsFor(job: JobValues, studio?: string): Fact[] {
  const texts = [job.about, ...job.responsibilities, ...job.qualifications, ...job.preferred]
  const words = plainText(texts.join(" ")).split(/\s+/).filter(Boolean).length
  const isRemote = job.workplace === "remote"
  const isPlaced = studio === undefined || Boolean(jobPlace(job.location ?? "", studio, isRemote))
  const hasPay = job.salary_min !== null || job.salary_max !== null
  const hasText = job.title.trim() !== "" && words > 0
  return [
    {
      text: hasText ? "Title, text and the day it was posted" : "A title and a text are missing",
      isThere: hasText,
      isNeeded: true,
    },
    {
      text: isPlaced ? `Where: ${job.location?.trim() || studio || ""}` : "The country is missing",
      note: isPlaced
        ? WORKPLACE_NOTES[job.workplace]
        : "They need it, as in \u201cDelhi, India\u201d or \u201cRemote, India\u201d.",
      isThere: isPlaced,
      isNeeded: true,
    },
    {
      text: job.employment_type ? "Employment type" : "No employment type",
      isThere: job.employment_type !== "",
    },
    {
      text: hasPay ? "Salary range" : "No salary range",
      note: "Many show it in the list",
      isThere: hasPay,
    },
    {
      text: job.closes_on ? `Closes ${shortDate(`${job.closes_on}T12:00:00`)}` : "No closing date",
      isThere: Boolean(job.closes_on),
    },
    {
      text: words < ENOUGH_WORDS ? "The text is short" : "The text is long enough",
      note:
        words < ENOUGH_WORDS
          ? `About ${words} words. Longer texts are found by more searches`
          : undefined,
      isThere: words >= ENOUGH_WORDS,
    },
  ]
}

const WORKPLACE_NOTES: Record<string, string> = {
  hybrid: "Hybrid counts as a place",
  remote: "Open to people in that country",
}

function Sign({ isThere, isNeeded }: Pick<Fact, "isThere" | "isNeeded">) {
  const Icon = isThere ? CircleCheck : isNeeded ? CircleAlert : CircleDashed
  const [tone, name] = isThere
    ? ["text-edge", "There:"]
    : isNeeded
      ? ["text-danger", "Missing:"]
      : ["text-ink-3", "Optional:"]
  return (
    <>
      <Icon className={`mt-0.5 size-4 shrink-0 ${tone}`} aria-hidden="true" />
      <span className="sr-only">{name}</span>
    </>
  )
}

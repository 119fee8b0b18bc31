import { useQueries } from "@tanstack/react-query"
import { CircleCheck, TriangleAlert } from "lucide-react"
import type { ReactNode } from "react"
import type { Letter } from "@/lib/documents.gen"
import { counted, feedMoment } from "@/lib/format"
import { answerOf, isNowhere } from "../document/leads-nowhere"
import { useUser } from "../session/session"

type Checked = { paths: string[]; nameless: number }

/** What a letter leads to and shows. */
export function checked(body: string): Checked {
  const text = new DOMParser().parseFromString(body, "text/html")
  const links = [...text.querySelectorAll("a")].map((link) => link.getAttribute("href") ?? "")
  return {
    paths: links.filter((href) => /^\/(?!\/)/.test(href)),
    nameless: [...text.querySelectorAll("img")].filter((image) => !image.alt.trim()).length,
  }
}

type Props = { letter: Letter; onEdit: () => void }

/** What should be looked at before a letter goes out. It warns, and never stops anybody. */
export function Checks({ letter, onEdit }: Props) {
  const { email } = useUser()
  const { paths, nameless } = checked(letter.body)
  const different = [...new Set(paths)]
  const answers = useQueries({ queries: different.map(answerOf) })
  const dead = different.filter((_, at) => isNowhere(answers[at]?.data))
  const areFine = answers.every(({ data }) => data !== undefined && data < 400)
  const edit = (label: string) => (
    <button type="button" className="text-link min-h-6" onClick={onEdit}>
      {label}
    </button>
  )
  return (
    <ul className="grid gap-2" aria-label="Checks">
      {letter.tested_at ? (
        <Check isOk>
          Test sent to {email}, {feedMoment(letter.tested_at)}
        </Check>
      ) : (
        <Check>You have not sent yourself a test yet</Check>
      )}
      {dead.map((path) => (
        <Check key={path}>
          No page of this site is at <span className="wrap-anywhere">{path}</span>{" "}
          {edit("Change it")}
        </Check>
      ))}
      {paths.length > 0 && areFine && (
        <Check isOk>
          {paths.length === 1
            ? "The link to your own page leads somewhere"
            : `All ${counted(paths.length, "link")} to your own pages lead somewhere`}
        </Check>
      )}
      {nameless > 0 && (
        <Check>
          {counted(nameless, "picture has", "pictures have")} no alt text {edit("Add it")}
        </Check>
      )}
    </ul>
  )
}

function Check({ isOk = false, children }: { isOk?: boolean; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2.5">
      {isOk ? (
        <CircleCheck className="mt-0.5 size-4 shrink-0 text-edge" aria-label="Fine:" />
      ) : (
        <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-label="Look at this:" />
      )}
      <span className="min-w-0">{children}</span>
    </li>
  )
}

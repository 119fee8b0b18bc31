import { useQuery } from "@tanstack/react-query"
import { Briefcase, Building2, SquareMousePointer } from "lucide-react"
import { type ReactNode, useState } from "react"
import { allOf } from "@/lib/document"
import { company, type Job, job } from "@/lib/documents.gen"
import { escapeHtml } from "@/lib/html"
import { plainText } from "@/lib/text"
import { Button } from "@/ui/button"
import { Checkbox } from "@/ui/checkbox"
import { Dialog, DialogBody } from "@/ui/dialog"
import { Field } from "@/ui/field"
import { Input } from "@/ui/input"
import { toLink } from "@/ui/rich-schema"
import { Select } from "@/ui/select"
import { LeadsNowhere } from "../document/leads-nowhere"
import { Loaded } from "../document/loaded"

// What is put into a letter is ordinary text from then on: a job that closes later stays in it as it was.

const link = (href: string, text: string) => `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`

export const buttonBlock = (text: string, href: string) => `<p>${link(href, text)}</p>`

export const jobsBlock = (jobs: Pick<Job, "title" | "location" | "slug">[]) =>
  `<h2>Open jobs</h2><ul>${jobs
    .map(({ title, location, slug }) => {
      const place = location ? `, ${escapeHtml(location)}` : ""
      return `<li><p>${link(`/careers/${slug}`, title)}${place}</p></li>`
    })
    .join("")}</ul>`

type Named = { name: string; description: string; website_url: string | null }

export const companyBlock = ({ name, description, website_url }: Named) => {
  const about = plainText(description)
  return [
    `<h2>${escapeHtml(name)}</h2>`,
    about && `<p>${escapeHtml(about)}</p>`,
    website_url && buttonBlock(`Visit ${name}`, website_url),
  ]
    .filter(Boolean)
    .join("")
}

/** What can be put into a letter. */
export const BLOCKS = {
  button: { label: "Button", icon: SquareMousePointer, isAtHand: true, dialog: ButtonDialog },
  jobs: { label: "Open jobs", icon: Briefcase, isAtHand: false, dialog: JobsDialog },
  company: { label: "Company", icon: Building2, isAtHand: false, dialog: CompanyDialog },
} as const

export type Block = keyof typeof BLOCKS

type Props = { onInsert: (html: string) => void; onClose: () => void }

function ButtonDialog({ onInsert, onClose }: Props) {
  const [text, setText] = useState("")
  const [typed, setTyped] = useState("")
  const [isTried, setTried] = useState(false)
  const href = toLink(typed)
  const insert = () => {
    setTried(true)
    if (!text.trim() || !href) return
    onInsert(buttonBlock(text.trim(), href))
    onClose()
  }
  return (
    <Asked title="Put in a button" action="Put it in" onDone={insert} onClose={onClose}>
      <Field
        label="What it says"
        error={isTried && !text.trim() ? "A button says what it does" : undefined}
      >
        {(control) => (
          <Input {...control} value={text} onChange={(event) => setText(event.target.value)} />
        )}
      </Field>
      <div>
        <Field
          label="Where it leads"
          hint="https://, /path or an email address"
          error={isTried && !href ? "This is no address that a link can have" : undefined}
        >
          {(control) => (
            <Input {...control} value={typed} onChange={(event) => setTyped(event.target.value)} />
          )}
        </Field>
        <LeadsNowhere link={href ?? ""} live />
      </div>
    </Asked>
  )
}

function JobsDialog({ onInsert, onClose }: Props) {
  const query = useQuery(allOf(job))
  const [left, setLeft] = useState<number[]>([])
  const chosen = (query.data ?? []).filter(({ id, is_open }) => is_open && !left.includes(id))
  const insert = () => {
    onInsert(jobsBlock(chosen))
    onClose()
  }
  return (
    <Asked
      title="Put in open jobs"
      action="Put them in"
      disabled={chosen.length === 0}
      onDone={insert}
      onClose={onClose}
    >
      <Loaded query={query} failed={{ text: "The jobs could not be loaded." }}>
        {(all) => {
          const jobs = all.filter(({ is_open }) => is_open)
          return jobs.length === 0 ? (
            <p>There are no open jobs.</p>
          ) : (
            <ul className="grid gap-3">
              {jobs.map(({ id, title, location }) => (
                <li key={id}>
                  <Checkbox
                    label={location ? `${title}, ${location}` : title}
                    checked={!left.includes(id)}
                    onChange={(isIn) =>
                      setLeft(isIn ? left.filter((one) => one !== id) : [...left, id])
                    }
                  />
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
    </Asked>
  )
}

function CompanyDialog({ onInsert, onClose }: Props) {
  const query = useQuery(allOf(company))
  const [id, setId] = useState("")
  const companies = query.data ?? []
  const chosen = companies.find((one) => String(one.id) === id) ?? companies[0]
  const insert = () => {
    if (!chosen) return
    onInsert(companyBlock(chosen))
    onClose()
  }
  return (
    <Asked
      title="Put in a company"
      action="Put it in"
      disabled={!chosen}
      onDone={insert}
      onClose={onClose}
    >
      <Loaded query={query} failed={{ text: "The companies could not be loaded." }}>
        {(all) =>
          all.length === 0 ? (
            <p>There are no companies in the portfolio.</p>
          ) : (
            <Field label="Company">
              {(control) => (
                <Select
                  {...control}
                  value={String(chosen?.id)}
                  onChange={setId}
                  options={all.map((one) => ({ value: String(one.id), label: one.name }))}
                />
              )}
            </Field>
          )
        }
      </Loaded>
    </Asked>
  )
}

type AskedProps = {
  title: string
  action: string
  disabled?: boolean
  onDone: () => void
  onClose: () => void
  children: ReactNode
}

function Asked({ title, action, disabled, onDone, onClose, children }: AskedProps) {
  return (
    <Dialog title={title} size="narrow" onClose={onClose}>
      <form
        className="contents"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // The form of the letter is around this one in React's tree.
          event.stopPropagation()
          onDone()
        }}
      >
        <DialogBody className="grid gap-4.5">{children}</DialogBody>
        <footer className="sheet-foot">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={disabled}>
            {action}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

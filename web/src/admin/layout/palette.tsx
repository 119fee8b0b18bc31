import { Command } from "cmdk"
import {
  Briefcase,
  FileText,
  Image,
  Inbox,
  Mail,
  Search,
  Send,
  SquarePen,
  UserRoundSearch,
} from "lucide-react"
import { Dialog as Radix } from "radix-ui"
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react"
import { counted, shortDate } from "@/lib/format"
import { navigate } from "@/lib/location"
import { unsaved } from "@/lib/unsaved"
import { useReturnFocus } from "@/ui/return-focus"
import { useUser } from "../session/session"
import { actionsFor } from "./actions"
import { places } from "./places"
import { FoundText } from "./search/found-text"
import { wayTo } from "./search/texts"
import { useFound } from "./search/use-found"
import { CONTENT, pagesFor } from "./tree"

type Entry = {
  key: string
  icon: ReactNode
  title: ReactNode
  text?: ReactNode
  aside?: string
  /** Where visitors read it. */
  site?: string
  run: () => void
  isHere?: boolean
}

type Group = { heading: string; entries: Entry[] }

/** Every screen, every text of the site, every message and every action, a few keys away. */
export default function Palette({ first = "", onClose }: { first?: string; onClose: () => void }) {
  // After a choice the focus belongs to where it leads, not to where it was.
  const isChosen = useRef(false)
  const afterwards = useRef<() => void>(null)
  const returnFocus = useReturnFocus()
  const [typed, setTyped] = useState(first)
  const { groups, isSearching } = useGroups(typed)
  const total = groups.flatMap(({ entries }) => entries).filter(({ key }) => key !== WRITE).length
  const choose = (run: () => void, isHere = false) => {
    // Where leaving is asked about first, the answer may be to stay.
    const isBack = isHere || unsaved.any()
    if (isBack) afterwards.current = run
    else isChosen.current = true
    onClose()
    if (!isBack) run()
  }
  const close = (event: Event) => {
    if (isChosen.current) return event.preventDefault()
    returnFocus(event)
    afterwards.current?.()
  }
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    const chosen = event.currentTarget.querySelector<HTMLElement>("[aria-selected=true]")
    if (chosen?.dataset.site)
      choose(() => void window.open(chosen.dataset.site, "_blank", "noopener"), true)
  }
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className="scrim palette-scrim">
          <Radix.Content
            className="sheet palette"
            aria-describedby={undefined}
            onCloseAutoFocus={close}
          >
            <Radix.Title className="sr-only">Search</Radix.Title>
            <Command label="Search" loop shouldFilter={false} onKeyDown={press}>
              <div className="palette-head">
                <Search aria-hidden="true" />
                <Command.Input
                  placeholder="Search, go to a screen or run an action"
                  value={typed}
                  onValueChange={setTyped}
                />
                <Radix.Close className="kbd" aria-label="Esc, close">
                  Esc
                </Radix.Close>
              </div>
              <Command.List className="palette-list">
                {groups.map(({ heading, entries }) => (
                  <Command.Group key={heading} heading={heading} className="palette-group">
                    {entries.map((entry) => (
                      <Command.Item
                        key={entry.key}
                        value={`${heading} ${entry.key}`}
                        className="menu-item palette-item"
                        data-site={entry.site}
                        onSelect={() => choose(entry.run, entry.isHere)}
                      >
                        {entry.icon}
                        <span className="min-w-0 flex-1">
                          <span className="block truncate">{entry.title}</span>
                          {entry.text && <span className="palette-text">{entry.text}</span>}
                        </span>
                        {entry.aside && <span className="palette-aside">{entry.aside}</span>}
                      </Command.Item>
                    ))}
                  </Command.Group>
                ))}
              </Command.List>
              {total === 0 && (
                <p className="palette-none">{isSearching ? "Searching..." : "Nothing found"}</p>
              )}
              <div className="palette-foot">
                <span aria-hidden="true">
                  <kbd>↑</kbd> <kbd>↓</kbd> choose
                </span>
                <span aria-hidden="true">
                  <kbd>Enter</kbd> open
                </span>
                <span aria-hidden="true">
                  <kbd>Ctrl Enter</kbd> on the site
                </span>
                <span role="status" className="ml-auto">
                  {typed.trim() && !isSearching ? counted(total, "result") : ""}
                </span>
              </div>
            </Command>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** What nothing found can still become; it is no result. */
const WRITE = "write"

const to = (path: string) => () => void navigate(path)

/** What fits what is typed; before anything is, the places where one was last. */
function useGroups(typed: string): { groups: Group[]; isSearching: boolean } {
  const { role } = useUser()
  const sought = typed.trim()
  const found = useFound(typed)
  const mark = (text: string) => <FoundText text={text} sought={sought} />
  const screens = pagesFor(role).map(({ path, names }) => ({
    key: path,
    label: names.at(-1) ?? "",
    // It holds nearly all screens, so its name finds itself alone.
    keywords: names.slice(0, -1).filter((name) => name !== CONTENT),
    icon: <FileText aria-hidden="true" />,
    title: names.at(-1),
    aside: names.slice(0, -1).join(" / "),
    run: to(path),
  }))
  const actions = actionsFor(role).map((action) => ({
    ...action,
    key: action.label,
    title: action.label,
  }))
  const called = new URLSearchParams({ called: sought })
  const writing = {
    key: WRITE,
    icon: <Send aria-hidden="true" />,
    title: `Write a letter called “${sought}”`,
    run: to(`/admin/letters/write?${called}`),
  }
  const doing: Group = {
    heading: "Do",
    // Nobody who waits for an answer means this.
    entries: [...fitting(actions, sought), ...(sought && !found.isSearching ? [writing] : [])],
  }
  if (!sought) {
    const here = location.pathname.replace(/(.)\/$/, "$1")
    const last = places().filter((path) => path !== here)
    const entries = last
      .flatMap((path) => screens.find(({ key }) => key === path) ?? [])
      .slice(0, 5)
    return {
      groups: [{ heading: "Last places", entries }, doing].filter(hasSome),
      isSearching: false,
    }
  }
  const groups: Group[] = [
    { heading: "Screens", entries: fitting(screens, sought) },
    {
      heading: "On the site",
      entries: found.site.map(({ field, name, text, place, site }) => ({
        key: field,
        icon: <SquarePen aria-hidden="true" />,
        title: name,
        text: mark(text),
        aside: place,
        site,
        run: to(wayTo(field)),
      })),
    },
    {
      heading: "Jobs",
      entries: found.jobs.map(({ field, name, text, site }) => ({
        key: field,
        icon: <Briefcase aria-hidden="true" />,
        title: name,
        text: mark(text),
        site,
        run: to(wayTo(field)),
      })),
    },
    {
      heading: "Messages and people",
      entries: [
        ...found.messages.map(({ id, subject, name, message, created_at }) => ({
          key: `message ${id}`,
          icon: <Inbox aria-hidden="true" />,
          title: mark(subject),
          text: (
            <>
              {mark(name)}: {mark(message)}
            </>
          ),
          aside: shortDate(created_at),
          run: to(`/admin/messages?open=${id}`),
        })),
        ...found.applicants.map(({ id, name, email, job_title, note, created_at }) => ({
          key: `applicant ${id}`,
          icon: <UserRoundSearch aria-hidden="true" />,
          title: mark(name),
          text: (
            <>
              {mark(job_title)}, {mark(email)}
              {note && <>: {mark(note)}</>}
            </>
          ),
          aside: shortDate(created_at),
          run: to(`/admin/applicants?open=${id}`),
        })),
        ...found.subscribers.map(({ id, email, created_at }) => ({
          key: `subscriber ${id}`,
          icon: <Mail aria-hidden="true" />,
          title: mark(email),
          aside: shortDate(created_at),
          run: to(`/admin/subscribers?find=${id}`),
        })),
      ],
    },
    {
      heading: "Letters",
      entries: found.letters.map(({ id, subject, preheader, updated_at }) => ({
        key: `letter ${id}`,
        icon: <Send aria-hidden="true" />,
        title: mark(subject),
        text: preheader && mark(preheader),
        aside: shortDate(updated_at),
        run: to(`/admin/letters?letter=${id}`),
      })),
    },
    {
      heading: "Media",
      entries: found.media.map(({ id, file_name, alt }) => ({
        key: `media ${id}`,
        icon: <Image aria-hidden="true" />,
        title: mark(file_name),
        text: alt && mark(alt),
        run: to(`/admin/media?edit=${id}`),
      })),
    },
    doing,
  ]
  return { groups: groups.filter(hasSome), isSearching: found.isSearching }
}

const hasSome = ({ entries }: Group) => entries.length > 0

/** Those with every typed word in their names; those that begin with it first. */
function fitting<One extends { label: string; keywords?: string[] }>(all: One[], sought: string) {
  const words = sought.toLowerCase().split(/\s+/)
  const fit = all.filter(({ label, keywords = [] }) => {
    const names = [label, ...keywords].join(" ").toLowerCase()
    return words.every((word) => names.includes(word))
  })
  const begins = ({ label }: One) => label.toLowerCase().startsWith(sought.toLowerCase())
  return [...fit.filter(begins), ...fit.filter((one) => !begins(one))]
}

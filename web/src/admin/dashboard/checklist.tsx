import { useQuery } from "@tanstack/react-query"
import { Check } from "lucide-react"
import { useState } from "react"
import { Link } from "wouter"
import { cn } from "@/lib/cn"
import { call } from "@/lib/supabase"
import { buttonStyle } from "@/ui/button"
import { Card, CardHead } from "@/ui/card"
import { useUser } from "../session/session"

const KEY = "vitrine-admin-checklist"

type Progress = Awaited<ReturnType<typeof call<"setup_progress">>>
type Row = {
  of: keyof Progress
  title: string
  text: string
  path?: string
  action?: string
  /** The role that can do it, if not all can. */
  only?: "admin"
}

const ROWS: Row[] = [
  {
    of: "identity",
    title: "Name and look",
    text: "Whose site it is, its colours, its type and its mark",
    path: "/admin/setup",
    action: "Choose",
  },
  {
    of: "headline",
    title: "Your first headline",
    text: "The first thing that a visitor reads",
    path: "/admin/hero",
    action: "Write it",
  },
  {
    of: "mail",
    title: "Mail",
    text: "So that messages reach you, and letters the people who asked for them",
    path: "/admin/settings/mail",
    action: "Set up mail",
    only: "admin",
  },
  {
    of: "address",
    title: "Where to find you",
    text: "The email address and the place on the contact page",
    path: "/admin/contact",
    action: "Edit contact",
  },
  {
    of: "second_factor",
    title: "A second factor",
    text: "A code from your phone, so that a stolen password is not enough",
    path: "/admin/account",
    action: "Set it up",
  },
  {
    of: "backup",
    title: "The first backup",
    text: "Made by itself every hour, unless whoever runs the server turned it off",
  },
  {
    of: "sharing_image",
    title: "Your own sharing image",
    text: "Shown where somebody shares a link. Until then there is one with your headline",
    path: "/admin/settings/search",
    action: "Choose one",
  },
]

const progress = {
  queryKey: ["setup_progress"],
  queryFn: () => call("setup_progress", {}),
  // Ticks follow what was saved on another screen a moment ago.
  staleTime: 0,
}

/** How a row stands for who cannot do it. */
const asked = ({ of, title, text }: Row): Row => ({
  of,
  title,
  text: `${text}. Ask an admin to set it up`,
})

/** What is left to do on a new site. It goes when all is done, or when it is hidden here. */
export function Checklist() {
  const [isHidden, setHidden] = useState(() => localStorage.getItem(KEY) === "hidden")
  const { role } = useUser()
  const { data } = useQuery({ ...progress, enabled: !isHidden })
  const done = ROWS.filter(({ of }) => data?.[of]).length
  if (isHidden || !data || done === ROWS.length) return null
  const rows = ROWS.map((row) => (row.only && row.only !== role ? asked(row) : row))
  const first = rows.find(({ of, path }) => !data[of] && path)
  const hide = () => {
    localStorage.setItem(KEY, "hidden")
    setHidden(true)
  }
  return (
    <Card className="mb-4 overflow-hidden" aria-label="Make it yours">
      <CardHead title="Make it yours">
        <span className="text-ink-2">
          {done} of {ROWS.length}
        </span>
      </CardHead>
      <div className="h-1 bg-edge-soft" aria-hidden="true">
        <div className="h-full bg-edge" style={{ width: `${(done / ROWS.length) * 100}%` }} />
      </div>
      <ul>
        {rows.map((row) => (
          <Step key={row.of} {...row} isDone={data[row.of]} isFirst={row === first} />
        ))}
      </ul>
      <p className="flex flex-wrap items-center justify-between gap-3 px-5 py-3 text-ink-2">
        Ticks follow what is saved; nothing here needs pressing.
        <button type="button" className="text-link min-h-6" onClick={hide}>
          Hide this list
        </button>
      </p>
    </Card>
  )
}

type StepProps = Row & { isDone: boolean; isFirst: boolean }

function Step({ title, text, path, action, isDone, isFirst }: StepProps) {
  return (
    <li
      className={cn(
        // On a phone the button stands below what it is about.
        "flex items-center gap-4 border-line border-b px-5 py-3.5 max-md:flex-wrap max-md:items-start max-md:gap-y-3",
        isFirst && "bg-sunken",
      )}
    >
      <span
        aria-hidden="true"
        className={cn(
          "grid size-5 shrink-0 place-items-center rounded-full border",
          isDone ? "border-edge bg-edge text-on-edge" : "border-field",
        )}
      >
        {isDone && <Check className="size-3" />}
      </span>
      <div className="min-w-0 flex-1 max-md:basis-[calc(100%-2.25rem)]">
        <p className={cn("font-medium", isDone && "text-ink-2")}>{title}</p>
        <p className="text-ink-2 text-label">{text}</p>
      </div>
      {isDone && <span className="text-ink-2 max-md:sr-only">Done</span>}
      {!isDone && path && (
        <Link
          href={path}
          className={cn(buttonStyle({ look: isFirst ? "primary" : undefined }), "max-md:ml-9")}
        >
          {action}
        </Link>
      )}
    </li>
  )
}

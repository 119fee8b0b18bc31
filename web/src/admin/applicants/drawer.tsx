import { useQuery } from "@tanstack/react-query"
import {
  Ban,
  Check,
  ChevronDown,
  ChevronUp,
  Download,
  Reply,
  Trash2,
  UserSearch,
} from "lucide-react"
import type { ReactNode } from "react"
import { erasedAt, IF_OPEN } from "@/lib/erased"
import { fullMoment, initialOf } from "@/lib/format"
import { navigate } from "@/lib/location"
import { mailMode } from "@/lib/mail-mode"
import { mailto } from "@/lib/mailto"
import { Button, buttonStyle } from "@/ui/button"
import { Drawer } from "@/ui/drawer"
import { IconButton } from "@/ui/icon-button"
import { Menu } from "@/ui/menu"
import { useNarrow } from "@/ui/use-narrow"
import { When } from "@/ui/when"
import { StaffMenu } from "../session/staff-menu"
import { Why } from "../spam/why"
import { useAssign, useOpened, useRelease } from "./act"
import { downloadCv, hasCv } from "./cv"
import { CvCard } from "./cv-card"
import { Delivery } from "./delivery"
import { Events } from "./events"
import { Notes } from "./notes"
import { type Application, OUTCOMES, STAGE_NAMES, STAGES, type Stage } from "./stages"
import { TEMPLATES, type Template } from "./templates"
import { linesOf, webAddress } from "./words"

export type Acts = {
  move: (row: Application, stage: Stage) => void
  sayNo: (row: Application) => void
  mail: (row: Application, template: Template) => void
  remove: (row: Application) => void
  /** It is spam, and goes to Trash. */
  discard: (row: Application) => void
  /** To the one before or after it, where there is one. */
  step: (by: 1 | -1) => (() => void) | undefined
  close: () => void
}

type Props = { row: Application; assignee?: string; acts: Acts }

/** One applicant, with all that belongs to the application. */
export function ApplicantDrawer({ row, assignee, acts }: Props) {
  const isHeld = row.quarantined_at !== null
  useOpened(row.id)
  return (
    <Drawer
      title={`Application of ${row.name}`}
      head={<Head row={row} acts={acts} isHeld={isHeld} />}
      isFootRow
      footer={isHeld ? <HeldFoot row={row} acts={acts} /> : <Foot row={row} acts={acts} />}
      onClose={acts.close}
    >
      <div className="applicant-drawer" key={row.id}>
        <div className="flex items-center gap-3.5">
          <span className="feed-face person-face" aria-hidden="true">
            {initialOf(row.name)}
          </span>
          <div className="min-w-0 wrap-anywhere">
            <h2 className="display text-[22px] leading-tight">{row.name}</h2>
            <p className="text-ink-3">{row.job_title}</p>
          </div>
        </div>
        {isHeld ? (
          <div className="mt-5">
            <HeldWhy row={row} />
          </div>
        ) : (
          <StageChoice row={row} onMove={(stage) => acts.move(row, stage)} />
        )}
        <Facts row={row} assignee={assignee} isHeld={isHeld} />
        <CvCard row={row} />
        {row.note && (
          <Part title="Something you finished">
            <p className="leading-relaxed whitespace-pre-wrap wrap-anywhere">{row.note}</p>
          </Part>
        )}
        {!isHeld && (
          <>
            <Notes id={row.id} />
            <Part title="Write from a template">
              <div className="pills">
                {(Object.keys(TEMPLATES) as Template[]).map((one) => (
                  <button
                    key={one}
                    type="button"
                    className="pill"
                    aria-haspopup="dialog"
                    onClick={() => acts.mail(row, one)}
                  >
                    {TEMPLATES[one]}
                  </button>
                ))}
              </div>
            </Part>
          </>
        )}
        {!isHeld && <Delivery id={row.id} />}
        <Events row={row} />
      </div>
    </Drawer>
  )
}

function Head({ row, acts, isHeld }: { row: Application; acts: Acts; isHeld: boolean }) {
  const isNarrow = useNarrow()
  const [before, after] = [acts.step(-1), acts.step(1)]
  return (
    <>
      <IconButton label="The one before" className="-ml-2" disabled={!before} onClick={before}>
        <ChevronUp />
      </IconButton>
      <IconButton label="The next one" disabled={!after} onClick={after}>
        <ChevronDown />
      </IconButton>
      <span className="flex-1" />
      {hasCv(row) && (
        <IconButton label="Download the CV" onClick={() => void downloadCv(row)}>
          <Download />
        </IconButton>
      )}
      <Menu
        label="More"
        items={[
          ...(isNarrow && !isHeld && row.outcome !== "rejected"
            ? [{ label: "Say no", icon: Ban, run: () => acts.sayNo(row) }]
            : []),
          {
            label: "Show in People",
            icon: UserSearch,
            run: () => void navigate(placeOf(row.email)),
          },
          {
            label: "Move to Trash",
            icon: Trash2,
            danger: true,
            run: () => acts.remove(row),
          },
        ]}
      />
    </>
  )
}

const placeOf = (email: string) => `/admin/people#${encodeURIComponent(email.toLowerCase())}`

type StageProps = { row: Application; onMove: (stage: Stage) => void }

function StageChoice({ row, onMove }: StageProps) {
  return (
    <>
      <fieldset className="stage-choice">
        <legend className="sr-only">Stage</legend>
        {STAGES.map((stage) => (
          <label key={stage}>
            <input
              type="radio"
              name="stage"
              checked={row.stage === stage}
              onChange={() => onMove(stage)}
            />
            {STAGE_NAMES[stage]}
          </label>
        ))}
      </fieldset>
      {row.stage === "closed" && (
        <p className="mt-2 flex items-center gap-2 text-label text-ink-2">
          {row.outcome ? OUTCOMES[row.outcome] : "How it ended is not said."}
          <button
            type="button"
            className="text-link cursor-pointer"
            aria-haspopup="dialog"
            onClick={() => onMove("closed")}
          >
            Change
          </button>
        </p>
      )}
    </>
  )
}

type FactsProps = { row: Application; assignee?: string; isHeld: boolean }

function Facts({ row, assignee, isHeld }: FactsProps) {
  const links = linesOf(row.links)
  const assign = useAssign()
  const facts: [string, ReactNode][] = [
    ["Applied", <When key="applied" at={row.created_at} as={fullMoment} />],
    [
      "Email",
      isHeld ? (
        row.email
      ) : (
        <a key="email" href={mailto(row.email)} className="text-link">
          {row.email}
        </a>
      ),
    ],
    [links.length > 1 ? "Links" : "Link", <Links key="links" links={links} isDead={isHeld} />],
    [
      "With",
      !isHeld && (
        <StaffMenu
          key="with"
          assignedTo={row.assigned_to}
          onGive={(to) => assign.mutate({ ids: [row.id], to })}
        >
          <button
            type="button"
            className="text-link cursor-pointer"
            aria-label={`${assignee ?? "Nobody"}, assign it`}
          >
            {assignee ?? "Nobody"}
          </button>
        </StaffMenu>
      ),
    ],
    ["Agreed to", row.consent?.text],
    ["Erased on", <ErasedOn key="erased" row={row} />],
  ]
  return (
    <dl className="applicant-facts">
      {facts.map(
        ([what, value]) =>
          value &&
          !(what === "Link" && links.length === 0) && (
            <div key={what} className="contents">
              <dt>{what}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** The day on which an application is erased. */
function ErasedOn({ row }: { row: Application }) {
  return <When at={erasedAt(row)}>{!row.keep_until && `, ${IF_OPEN}`}</When>
}

/** What an applicant typed: a link where it is a web address, and text otherwise. */
function Links({ links, isDead }: { links: string[]; isDead: boolean }) {
  return (
    <ul>
      {links.map((typed) => {
        const address = isDead ? undefined : webAddress(typed)
        return (
          <li key={typed}>
            {address ? (
              <a
                href={address}
                target="_blank"
                rel="noopener noreferrer nofollow"
                className="text-link"
              >
                {typed.replace(/^https?:\/\//i, "")}
              </a>
            ) : (
              typed
            )}
          </li>
        )
      })}
    </ul>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="applicant-part">
    <h3>{title}</h3>
    {children}
  </section>
)

function HeldWhy({ row }: { row: Application }) {
  const { data: mode } = useQuery(mailMode)
  return (
    <Why of={row}>
      Not spam moves it to New{mode?.mailed === false ? "." : " and mails you about it now."}
    </Why>
  )
}

/** In reach of a thumb, beside each other. */
const IN_FOOT = "max-md:h-11.5 max-md:flex-1"

/** Where it goes next, by itself. */
const NEXT: Record<Stage, Stage | undefined> = {
  new: "talking",
  read: "talking",
  talking: "offer",
  offer: "closed",
  closed: "talking",
}

function Foot({ row, acts }: { row: Application; acts: Acts }) {
  const next = NEXT[row.stage]
  return (
    <>
      <a
        href={mailto(row.email, `Your application for ${row.job_title}`)}
        className={buttonStyle({ look: "primary", className: IN_FOOT })}
      >
        <Reply aria-hidden="true" /> Reply via Email
      </a>
      {next && (
        <Button className={IN_FOOT} onClick={() => acts.move(row, next)}>
          Move to {STAGE_NAMES[next]}
        </Button>
      )}
      {row.outcome !== "rejected" && (
        <Button
          look="ghost"
          className="ml-auto max-md:hidden"
          aria-haspopup="dialog"
          onClick={() => acts.sayNo(row)}
        >
          Say no
        </Button>
      )}
    </>
  )
}

function HeldFoot({ row, acts }: { row: Application; acts: Acts }) {
  const release = useRelease()
  return (
    <>
      <Button
        look="primary"
        className={IN_FOOT}
        pending={release.isPending}
        pendingLabel="Moving..."
        onClick={() => release.mutate(row.id)}
      >
        <Check aria-hidden="true" /> Not spam
      </Button>
      <Button className={IN_FOOT} onClick={() => acts.discard(row)}>
        Spam
      </Button>
    </>
  )
}

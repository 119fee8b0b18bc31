import { useQuery } from "@tanstack/react-query"
import { Reply } from "lucide-react"
import { useEffect, useEffectEvent, useRef, useState } from "react"
import { counted, fullMoment, initialOf } from "@/lib/format"
import { mailMode } from "@/lib/mail-mode"
import { mailto, reply } from "@/lib/mailto"
import { useKey } from "@/lib/shortcut"
import { Button, buttonStyle } from "@/ui/button"
import { Drawer } from "@/ui/drawer"
import { useNarrow, useWide } from "@/ui/use-narrow"
import { When } from "@/ui/when"
import type { Message } from "./api"
import { type Acts, Bar, PhoneBar, togglesOf } from "./bar"
import { PersonPane } from "./person-pane"
import { ReplyBox } from "./reply-box"
import { Thread } from "./thread"
import { useAnswer } from "./use-answer"
import { useRead } from "./use-read"
import { WhyHeld } from "./why-held"

type Props = { message: Message; assignee?: string; acts: Acts; isReleasing: boolean }

/** A message with what belongs to it. */
export function Reading({ message, assignee, acts, isReleasing }: Props) {
  const { name, email, subject, created_at } = message
  const isNarrow = useNarrow()
  const isWide = useWide()
  const [isPersonOpen, setPersonOpen] = useState(false)
  const head = useRef<HTMLHeadingElement>(null)
  const isHeld = message.state === "spam"
  useRead(message, () => acts.put("read"))
  // On a phone it takes the place of what was pressed.
  const arrive = useEffectEvent(() => isNarrow && head.current?.focus({ preventScroll: true }))
  useEffect(() => void arrive(), [])
  const TopBar = isNarrow ? PhoneBar : Bar
  return (
    <>
      <TopBar message={message} assignee={assignee} acts={acts} isReleasing={isReleasing} />
      <div className="desk-message">
        {isHeld && <WhyHeld message={message} />}
        <h2 ref={head} tabIndex={-1} className="display">
          {subject}
        </h2>
        <div className="mt-4 flex items-center gap-3">
          <span className="feed-face shrink-0" aria-hidden="true">
            {initialOf(name)}
          </span>
          <div className="min-w-0 wrap-anywhere">
            {isWide && !isHeld ? (
              <span className="font-medium">{name}</span>
            ) : (
              <button
                type="button"
                aria-haspopup="dialog"
                className="cursor-pointer text-left font-medium underline decoration-line-2 underline-offset-3"
                onClick={() => setPersonOpen(true)}
              >
                {name}
              </button>
            )}{" "}
            <a href={mailto(email)} className="text-link">
              {email}
            </a>
            <p className="text-label text-ink-3">
              <When at={created_at} as={fullMoment} /> from the contact form
            </p>
          </div>
        </div>
        <Body text={message.message} isHeld={isHeld} />
        {!isHeld && <Thread message={message} />}
      </div>
      <Foot message={message} acts={acts} isReleasing={isReleasing} />
      {isPersonOpen && (
        <Drawer title="This person" onClose={() => setPersonOpen(false)}>
          <PersonPane message={message} />
        </Drawer>
      )}
    </>
  )
}

const LINK = /\bhttps?:\/\/|\bwww\./gi

function Body({ text, isHeld }: { text: string; isHeld: boolean }) {
  const links = isHeld ? (text.match(LINK)?.length ?? 0) : 0
  return (
    <div className="desk-body">
      <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
      {links > 0 && (
        <p className="mt-3 text-[14px] text-ink-3">
          {counted(links, "link")} {links === 1 ? "is" : "are"} shown as text and cannot be pressed
          here.
        </p>
      )}
    </div>
  )
}

function Foot({ message, acts, isReleasing }: Omit<Props, "assignee">) {
  const isNarrow = useNarrow()
  const { data: mode } = useQuery(mailMode)
  const answer = useAnswer(message.id)
  const [isSent, setSent] = useState(false)
  const via = useRef<HTMLAnchorElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const isHeld = message.state === "spam"
  const mayReply = mode?.mailed === true && !isHeld
  const begin = () => {
    setSent(false)
    answer.setOpen(true)
    document.getElementById("answer")?.focus() // where it is open already
  }
  useKey("r", () => (mayReply ? begin() : via.current?.click()), { enabled: !isHeld })
  // What was written stays, and is there when it is opened again.
  const close = () => {
    answer.setOpen(false)
    setTimeout(() => opener.current?.focus())
  }
  const { done } = togglesOf(message.state)
  if (isHeld) return isNarrow ? <HeldFoot acts={acts} isReleasing={isReleasing} /> : null
  if (mayReply && answer.isOpen)
    return (
      <div className="desk-foot">
        <ReplyBox
          message={message}
          text={answer.text}
          onChange={answer.write}
          onSent={() => {
            answer.write("")
            answer.setOpen(false)
            setSent(true)
          }}
          onCancel={close}
        />
      </div>
    )
  if (isSent && message.state !== "done") return <AskDone acts={acts} onNo={() => setSent(false)} />
  return (
    <div className="desk-foot">
      {mayReply && (
        <Button ref={opener} look="primary" aria-keyshortcuts="R" onClick={begin}>
          <Reply aria-hidden="true" /> {answer.text.trim() ? "Go on writing" : "Reply"}
        </Button>
      )}
      <a
        ref={via}
        href={mailto(message.email, reply(message.subject))}
        className={buttonStyle({ look: mayReply ? "secondary" : "primary" })}
        aria-keyshortcuts={mayReply ? undefined : "R"}
      >
        {!mayReply && <Reply aria-hidden="true" />} Reply via Email
      </a>
      {isNarrow ? (
        <Button onClick={() => acts.put(done.state)}>{done.label}</Button>
      ) : (
        <p className="min-w-0 text-label text-ink-2 wrap-anywhere">
          {mayReply
            ? "Reply goes out from here, and is kept beside the message."
            : `Opens your mail app. Subject “${reply(message.subject)}”.`}
        </p>
      )}
    </div>
  )
}

function AskDone({ acts, onNo }: { acts: Acts; onNo: () => void }) {
  const yes = useRef<HTMLButtonElement>(null)
  useEffect(() => yes.current?.focus(), [])
  return (
    <div className="desk-foot">
      <p role="status" className="min-w-0 flex-1">
        Your answer is kept beside the message. <b className="font-medium">Mark as done?</b>
      </p>
      <Button ref={yes} look="primary" onClick={() => acts.put("done")}>
        Mark as done
      </Button>
      <Button onClick={onNo}>Not now</Button>
    </div>
  )
}

const HeldFoot = ({ acts, isReleasing }: { acts: Acts; isReleasing: boolean }) => (
  <div className="desk-foot">
    <Button look="primary" pending={isReleasing} pendingLabel="Moving..." onClick={acts.release}>
      Not spam
    </Button>
    <Button onClick={acts.discard}>Spam</Button>
  </div>
)

import {
  Archive,
  Check,
  ChevronLeft,
  Inbox,
  Mail,
  MailOpen,
  Maximize2,
  OctagonAlert,
  Trash2,
} from "lucide-react"
import { useState } from "react"
import { useKey } from "@/lib/shortcut"
import { Button } from "@/ui/button"
import { IconButton } from "@/ui/icon-button"
import { Menu } from "@/ui/menu"
import type { Message, State } from "./api"
import { AssignMenu } from "./assign-menu"

export type Acts = {
  /** Gives the message another state. */
  put: (state: State) => void
  view: () => void
  remove: () => void
  /** Held back: it is no spam. */
  release: () => void
  /** Held back: it is spam, and goes to Trash. */
  discard: () => void
  close: () => void
}

type Props = { message: Message; assignee?: string; acts: Acts; isReleasing: boolean }

/** What can be done with the open message. */
export function Bar(props: Props) {
  return props.message.state === "spam" ? <HeldBar {...props} /> : <OpenBar {...props} />
}

function OpenBar({ message, assignee, acts }: Props) {
  const [isAssigning, setAssigning] = useState(false)
  const { done, archive, unread } = togglesOf(message.state)
  useKey("e", () => acts.put(done.state))
  useKey("a", () => setAssigning(true))
  useKey("u", () => acts.put(unread.state))
  useKey("s", () => acts.put("spam"))
  return (
    <div className="desk-bar">
      <Button size="sm" aria-keyshortcuts="E" onClick={() => acts.put(done.state)}>
        <done.icon aria-hidden="true" /> {done.label}
      </Button>
      <IconButton label={archive.label} onClick={() => acts.put(archive.state)}>
        <archive.icon />
      </IconButton>
      <IconButton label="Spam" aria-keyshortcuts="S" onClick={() => acts.put("spam")}>
        <OctagonAlert />
      </IconButton>
      <IconButton label={unread.label} aria-keyshortcuts="U" onClick={() => acts.put(unread.state)}>
        <unread.icon />
      </IconButton>
      <span className="flex-1" />
      <AssignMenu
        message={message}
        assignee={assignee}
        isCompact={false}
        isOpen={isAssigning}
        onOpenChange={setAssigning}
      />
      <IconButton label="View full message" onClick={acts.view}>
        <Maximize2 />
      </IconButton>
      <Menu label="More" items={[trash(acts)]} />
    </div>
  )
}

function HeldBar({ acts, isReleasing }: Props) {
  useKey("n", () => !isReleasing && acts.release())
  useKey("s", acts.discard)
  return (
    <div className="desk-bar">
      <Button
        size="sm"
        look="primary"
        aria-keyshortcuts="N"
        pending={isReleasing}
        pendingLabel="Moving..."
        onClick={acts.release}
      >
        <Check aria-hidden="true" /> Not spam
      </Button>
      <Button
        size="sm"
        aria-keyshortcuts="S"
        title="It is spam: move it to Trash"
        onClick={acts.discard}
      >
        <OctagonAlert aria-hidden="true" /> Spam
      </Button>
      <span className="flex-1" />
      <IconButton label="View full message" onClick={acts.view}>
        <Maximize2 />
      </IconButton>
      <IconButton label="Move to Trash" look="danger" onClick={acts.remove}>
        <Trash2 />
      </IconButton>
    </div>
  )
}

/** The upper bar of a phone, where a message takes the whole screen. */
export function PhoneBar({ message, assignee, acts }: Props) {
  const [isAssigning, setAssigning] = useState(false)
  const { archive, unread } = togglesOf(message.state)
  const isHeld = message.state === "spam"
  return (
    <div className="desk-top">
      <IconButton label="Back to Messages" className="-ml-3 size-11!" onClick={acts.close}>
        <ChevronLeft />
      </IconButton>
      <p className="display flex-1 text-[19px]">Messages</p>
      {!isHeld && (
        <>
          <AssignMenu
            message={message}
            assignee={assignee}
            isCompact
            isOpen={isAssigning}
            onOpenChange={setAssigning}
          />
          <IconButton
            label={archive.label}
            className="size-11!"
            onClick={() => acts.put(archive.state)}
          >
            <archive.icon />
          </IconButton>
        </>
      )}
      <Menu
        label="More"
        className="size-11!"
        items={[
          { label: "View full message", icon: Maximize2, run: acts.view },
          ...(isHeld
            ? []
            : [
                { ...unread, run: () => acts.put(unread.state) },
                { label: "Spam", icon: OctagonAlert, run: () => acts.put("spam") },
              ]),
          trash(acts),
        ]}
      />
    </div>
  )
}

const trash = (acts: Acts) => ({
  label: "Move to Trash",
  icon: Trash2,
  danger: true,
  run: acts.remove,
})

const BACK = { label: "Back to Inbox", icon: Inbox, state: "read" } as const

/** What the buttons do that also take back what they did. */
export const togglesOf = (state: State) => ({
  done: state === "done" ? BACK : ({ label: "Done", icon: Check, state: "done" } as const),
  archive:
    state === "archived" ? BACK : ({ label: "Archive", icon: Archive, state: "archived" } as const),
  unread:
    state === "new"
      ? ({ label: "Mark as read", icon: Mail, state: "read" } as const)
      : ({ label: "Mark as unread", icon: MailOpen, state: "new" } as const),
})

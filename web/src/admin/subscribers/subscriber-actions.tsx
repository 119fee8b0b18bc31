import { Check, Copy, Pencil, Send } from "lucide-react"
import { useEffect, useState } from "react"
import { copy } from "@/lib/clipboard"
import { mailto } from "@/lib/mailto"
import { toast } from "@/lib/toast"
import { IconButton, iconButtonStyle } from "@/ui/icon-button"
import { RemoveButton } from "@/ui/remove-button"
import type { Subscriber } from "./api"
import { StateMenu } from "./state-menu"

const SHOWN_FOR = 2000

type Props = { subscriber: Subscriber; onEdit: () => void; onDelete: () => void }

export function SubscriberActions({ subscriber, onEdit, onDelete }: Props) {
  const { id, email } = subscriber
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_FOR)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copyEmail = async () => {
    if (!(await copy(email))) return
    setCopied(true)
    toast.success("Copied to clipboard", email)
  }
  return (
    <div className="flex gap-0.5">
      <StateMenu subscriber={subscriber} />
      <IconButton
        label={isCopied ? "Copied" : `Copy ${email}`}
        look={isCopied ? "done" : "plain"}
        onClick={() => void copyEmail()}
      >
        {isCopied ? <Check /> : <Copy />}
      </IconButton>
      <a
        href={mailto(email)}
        aria-label={`Send Email to ${email}`}
        title="Send Email"
        className={iconButtonStyle()}
      >
        <Send />
      </a>
      <IconButton label={`Edit ${email}`} data-edit={id} onClick={onEdit}>
        <Pencil />
      </IconButton>
      <RemoveButton label={`Delete ${email}`} onClick={onDelete} />
    </div>
  )
}

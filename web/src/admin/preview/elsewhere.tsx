import { X } from "lucide-react"
import { Link } from "wouter"
import { parseField } from "@/lib/preview"
import { buttonStyle } from "@/ui/button"
import { IconButton } from "@/ui/icon-button"
import { kindOf } from "../kinds/kinds"

/** The screen where a field is edited. */
export function screenOf(field: string): string {
  const { document: name, path } = parseField(field)
  const screen =
    name === "contact" && path === "description" ? "/admin/contact-page" : kindOf(name).path
  return `${screen}${screen.includes("?") ? "&" : "?"}field=${encodeURIComponent(field)}`
}

/** What was pressed is edited on another screen: the way there. */
export function ElsewhereNote({ field, onClose }: { field: string; onClose: () => void }) {
  const kind = kindOf(parseField(field).document)
  const what = "noun" in kind ? `This is a ${kind.noun}.` : `This is part of ${kind.label}.`
  return (
    <div role="status" className="pane-elsewhere">
      <p>{what}</p>
      <Link href={screenOf(field)} className={buttonStyle({ size: "sm", look: "primary" })}>
        Edit it there
      </Link>
      <IconButton label="Close" onClick={onClose}>
        <X />
      </IconButton>
    </div>
  )
}

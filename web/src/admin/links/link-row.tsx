import { Pencil } from "lucide-react"
import { useId } from "react"
import { ReadOnlyCheck } from "@/ui/checkbox"
import { IconButton } from "@/ui/icon-button"
import { RemoveButton } from "@/ui/remove-button"
import { Switch } from "@/ui/switch"
import { LeadsNowhere } from "../document/leads-nowhere"
import { type AnyLink, isAway, type Links, useDeleteLink, useShowLink } from "./api"

type Props = { of: Links; link: AnyLink; onEdit: () => void }

export function LinkRow({ of, link, onEdit }: Props) {
  const id = useId()
  const show = useShowLink(of)
  const remove = useDeleteLink(of)
  const { name, path, is_visible } = link
  const external = link.external || isAway(path)
  const ask = () => {
    const kind = of.label.toLowerCase()
    const question = `Are you sure you want to delete this ${kind}?\n\n${name}`
    if (window.confirm(question)) remove.mutate(link)
  }
  return (
    <div className="link-row">
      <div className="min-w-0">
        <h3
          className={
            is_visible ? "truncate text-[15px] font-medium" : "truncate text-[15px] text-ink-3"
          }
        >
          {name}
        </h3>
        <p className="truncate text-label text-ink-3" title={path}>
          {path}
        </p>
        {!external && <LeadsNowhere link={path} />}
        <div className="mt-1.5 flex flex-wrap gap-x-3.5 gap-y-1.5 text-label text-ink-2">
          <ReadOnlyCheck label="External Link" checked={external} />
          {external && (
            <ReadOnlyCheck label="Opens in New Window" checked={link.open_in_new_window} />
          )}
        </div>
      </div>
      <div className="link-shown">
        <label htmlFor={id}>Visible</label>
        <Switch
          id={id}
          aria-label={`Visible: ${name}`}
          checked={is_visible}
          onCheckedChange={(is) => show.mutate({ id: link.id, is })}
        />
      </div>
      <div className="link-acts">
        <IconButton label={`Edit ${name}`} onClick={onEdit}>
          <Pencil />
        </IconButton>
        <RemoveButton label={`Delete ${name}`} onClick={ask} />
      </div>
    </div>
  )
}

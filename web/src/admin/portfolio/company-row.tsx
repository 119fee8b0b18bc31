import { ExternalLink, Pencil } from "lucide-react"
import type { Company } from "@/lib/documents.gen"
import type { Form } from "@/ui/art/objects"
import { IconButton, iconButtonStyle } from "@/ui/icon-button"
import { RemoveButton } from "@/ui/remove-button"
import { Switch } from "@/ui/switch"
import { useActivate } from "./api"
import { CompanyThumb } from "./company-thumb"

type Props = { company: Company; form: Form; onEdit: () => void; onDelete: () => void }

export function CompanyRow({ company, form, onEdit, onDelete }: Props) {
  const activate = useActivate()
  const { id, name, description, is_active } = company
  return (
    <tr>
      <td>
        <span className="flex items-center gap-3 font-medium">
          <CompanyThumb company={company} form={form} />
          <span className="truncate" title={name}>
            {name}
          </span>
        </span>
      </td>
      <td>
        <p className="truncate text-ink-2" title={description}>
          {description}
        </p>
      </td>
      <td data-label="Order" className="tabular-nums">
        {company.display_order}
      </td>
      <td data-label="Active">
        <Switch
          aria-label={`Active: ${name}`}
          checked={is_active}
          onCheckedChange={() => activate.mutate({ id, is_active: !is_active })}
        />
      </td>
      <td>
        <div className="-mr-1.5 flex justify-end gap-0.5">
          <a
            href={company.website_url}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`Open ${name} website in a new tab`}
            title={`Open ${name} website in a new tab`}
            className={iconButtonStyle()}
          >
            <ExternalLink />
          </a>
          <IconButton label={`Edit ${name}`} onClick={onEdit}>
            <Pencil />
          </IconButton>
          <RemoveButton label={`Delete ${name}`} onClick={onDelete} />
        </div>
      </td>
    </tr>
  )
}

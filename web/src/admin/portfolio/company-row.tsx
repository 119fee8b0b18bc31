import { ExternalLink, Pencil } from "lucide-react"
import { useState } from "react"
import type { Company } from "@/lib/documents.gen"
import type { Form } from "@/ui/art/objects"
import { IconButton, iconButtonStyle } from "@/ui/icon-button"
import { Input } from "@/ui/input"
import { RemoveButton } from "@/ui/remove-button"
import { SortableRow } from "@/ui/sortable-row"
import { Switch } from "@/ui/switch"
import type { RowProps } from "@/ui/virtual-rows"
import { useActivate } from "./api"
import { CompanyThumb } from "./company-thumb"

type Props = {
  company: Company
  form: Form
  row: RowProps
  /** Where it stands, from 0. */
  place: number
  last: number
  onPlace: (to: number) => void
  onEdit: () => void
  onDelete: () => void
}

export function CompanyRow({ company, form, row, onEdit, onDelete, ...order }: Props) {
  const activate = useActivate()
  const { id, name, description, is_active } = company
  return (
    <SortableRow as="tr" id={id} place={row}>
      {({ grip }) => (
        <>
          <td className="company-grip">{grip}</td>
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
            <OrderInput name={name} shown={company.display_order} {...order} />
          </td>
          <td data-label="Active">
            <Switch
              aria-label={`Active: ${name}`}
              checked={is_active}
              onCheckedChange={() => activate.mutate({ id, is: !is_active })}
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
        </>
      )}
    </SortableRow>
  )
}

type OrderProps = Pick<Props, "place" | "last" | "onPlace"> & { name: string; shown: number }

/** The number of a row; another one moves it there. */
function OrderInput({ name, shown, place, last, onPlace }: OrderProps) {
  const [typed, setTyped] = useState<string>()
  const put = () => {
    setTyped(undefined)
    const to = Math.min(Number(typed), last)
    if (typed?.trim() && Number.isInteger(to) && to >= 0 && Number(typed) !== shown && to !== place)
      onPlace(to)
  }
  return (
    <Input
      type="number"
      min={0}
      aria-label={`Order of ${name}`}
      className="w-12 px-1 text-center"
      value={typed ?? shown}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={put}
      onKeyDown={({ key }) => {
        if (key === "Enter") put()
        else if (key === "Escape") setTyped(undefined)
      }}
    />
  )
}

import { ArrowUpRight, Pencil } from "lucide-react"
import { useState } from "react"
import { redirect as declared, type Redirect } from "@/lib/documents.gen"
import { IconButton, iconButtonStyle } from "@/ui/icon-button"
import { RemoveButton } from "@/ui/remove-button"
import type { RowProps } from "@/ui/virtual-rows"
import { ConfirmDeletion } from "../document/confirm-deletion"
import { LeadsNowhere } from "../document/leads-nowhere"
import { VirtualTable } from "../rows/virtual-table"

type Props = { redirects: Redirect[]; onEdit: (redirect: Redirect) => void }

export function RedirectList({ redirects, onEdit }: Props) {
  const [doomed, setDoomed] = useState<Redirect>()
  return (
    <div className="card overflow-hidden">
      <VirtualTable
        items={redirects}
        head={[
          <th key="from">From</th>,
          <th key="to">To</th>,
          <th key="actions" className="w-35 text-right!">
            Actions
          </th>,
        ]}
      >
        {(one, place) => (
          <Row
            key={one.id}
            place={place}
            redirect={one}
            onEdit={() => onEdit(one)}
            onDelete={() => setDoomed(one)}
          />
        )}
      </VirtualTable>
      {doomed && (
        <ConfirmDeletion
          declared={declared}
          row={doomed}
          title="Are you sure you want to delete this redirect?"
          text="This action cannot be undone. Who follows an old link will find no page."
          item={`${doomed.from_path} to ${doomed.to_path}`}
          done="Redirect deleted successfully"
          failed="Failed to delete redirect"
          onOver={() => setDoomed(undefined)}
        />
      )}
    </div>
  )
}

type OneProps = { place: RowProps; redirect: Redirect; onEdit: () => void; onDelete: () => void }

function Row({ place, redirect: { from_path, to_path }, onEdit, onDelete }: OneProps) {
  const open = `Open ${from_path} in a new tab`
  return (
    <tr {...place}>
      <td>
        <p className="truncate font-medium" title={from_path}>
          {from_path}
        </p>
      </td>
      <td data-label="To">
        <p className="truncate text-ink-2" title={to_path}>
          {to_path}
        </p>
        <LeadsNowhere link={to_path} />
      </td>
      <td>
        <div className="-mr-1.5 flex justify-end gap-0.5">
          <a
            href={from_path}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={open}
            title={open}
            className={iconButtonStyle()}
          >
            <ArrowUpRight />
          </a>
          <IconButton label={`Edit ${from_path}`} onClick={onEdit}>
            <Pencil />
          </IconButton>
          <RemoveButton label={`Delete ${from_path}`} onClick={onDelete} />
        </div>
      </td>
    </tr>
  )
}

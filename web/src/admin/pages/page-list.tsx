import { ArrowUpRight, Pencil } from "lucide-react"
import { useState } from "react"
import { page as declared, type Page } from "@/lib/documents.gen"
import { IconButton, iconButtonStyle } from "@/ui/icon-button"
import { RemoveButton } from "@/ui/remove-button"
import { Switch } from "@/ui/switch"
import type { RowProps } from "@/ui/virtual-rows"
import { When } from "@/ui/when"
import { ConfirmDeletion } from "../document/confirm-deletion"
import { VirtualTable } from "../rows/virtual-table"
import { useShowPage } from "./api"

type Props = { pages: Page[]; onEdit: (page: Page) => void }

export function PageList({ pages, onEdit }: Props) {
  const [doomed, setDoomed] = useState<Page>()
  return (
    <div className="card overflow-hidden">
      <VirtualTable
        items={pages}
        head={[
          <th key="page">Page</th>,
          <th key="visible" className="w-26">
            Visible
          </th>,
          <th key="changed" className="w-36">
            Changed
          </th>,
          <th key="actions" className="w-35 text-right!">
            Actions
          </th>,
        ]}
      >
        {(page, place) => (
          <Row
            key={page.id}
            place={place}
            page={page}
            onEdit={() => onEdit(page)}
            onDelete={() => setDoomed(page)}
          />
        )}
      </VirtualTable>
      {doomed && (
        <ConfirmDeletion
          declared={declared}
          row={doomed}
          title="Are you sure you want to delete this page?"
          text="This action cannot be undone. This will permanently remove the page from the site."
          item={`${doomed.title}, /${doomed.slug}`}
          done="Page deleted successfully"
          failed="Failed to delete page"
          onOver={() => setDoomed(undefined)}
        />
      )}
    </div>
  )
}

type OneProps = { place: RowProps; page: Page; onEdit: () => void; onDelete: () => void }

function Row({ place, page, onEdit, onDelete }: OneProps) {
  const show = useShowPage()
  const { id, title, is_visible } = page
  const path = `/${page.slug}`
  return (
    <tr {...place}>
      <td>
        <p className="truncate font-medium" title={title}>
          {title}
        </p>
        <p className="truncate text-label text-ink-3" title={path}>
          {path}
        </p>
      </td>
      <td data-label="Visible">
        <Switch
          aria-label={`Visible: ${title}`}
          checked={is_visible}
          onCheckedChange={() => show.mutate({ id, is: !is_visible })}
        />
      </td>
      <td data-label="Changed" className="text-ink-2 tabular-nums">
        <When at={page.updated_at} />
      </td>
      <td>
        <div className="-mr-1.5 flex justify-end gap-0.5">
          {is_visible && (
            <a
              href={path}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={`Open ${title} in a new tab`}
              title={`Open ${title} in a new tab`}
              className={iconButtonStyle()}
            >
              <ArrowUpRight />
            </a>
          )}
          <IconButton label={`Edit ${title}`} onClick={onEdit}>
            <Pencil />
          </IconButton>
          <RemoveButton label={`Delete ${title}`} onClick={onDelete} />
        </div>
      </td>
    </tr>
  )
}

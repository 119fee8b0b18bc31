import { arrayMove } from "@dnd-kit/sortable"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { allOf } from "@/lib/document"
import { type Company, company as declared } from "@/lib/documents.gen"
import { type Form, forms } from "@/ui/art/objects"
import { EmptyState } from "@/ui/empty-state"
import { NotLoaded } from "@/ui/error-state"
import { LoadingRows } from "@/ui/skeleton"
import { Sorting } from "@/ui/sortable-list"
import { ConfirmDeletion } from "../document/confirm-deletion"
import { VirtualTable } from "../rows/virtual-table"
import { useReorderCompanies } from "./api"
import { CompanyRow } from "./company-row"

export function CompanyList({ onEdit }: { onEdit: (company: Company) => void }) {
  const query = useQuery(allOf(declared))
  const { data, isPending } = query
  const reorder = useReorderCompanies()
  const [doomed, setDoomed] = useState<Company>()
  if (isPending)
    return (
      <LoadingRows
        label="Loading companies"
        rows={3}
        bars={["size-10", "h-4 w-32", "h-3 flex-1"]}
      />
    )
  if (!data) return <NotLoaded query={query} text="The portfolio companies could not be loaded." />
  if (data.length === 0)
    return (
      <EmptyState
        title="No portfolio companies found"
        text="Add the first one to show it on the homepage."
      />
    )
  const order = data.map(({ id }) => id)
  const put = (ids: number[]) => reorder.mutate({ ids, was: order })
  const drawn = forms(data.map((company) => company.name))
  return (
    <div className="card overflow-hidden">
      <Sorting
        items={data}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        onMove={(ids) => put(ids.map(Number))}
      >
        <VirtualTable
          items={data}
          className="data-table-sorted"
          head={[
            <th key="move" className="w-8">
              <span className="sr-only">Move</span>
            </th>,
            <th key="name" className="w-42">
              Name
            </th>,
            <th key="description">Description</th>,
            <th key="order" className="w-20">
              Order
            </th>,
            <th key="active" className="w-22">
              Active
            </th>,
            <th key="actions" className="w-35 text-right!">
              Actions
            </th>,
          ]}
        >
          {(company, row, index) => (
            <CompanyRow
              key={company.id}
              company={company}
              form={drawn[index] as Form}
              row={row}
              onEdit={() => onEdit(company)}
              onDelete={() => setDoomed(company)}
              place={index}
              onPlace={(to) => put(arrayMove(order, index, to))}
              last={data.length - 1}
            />
          )}
        </VirtualTable>
      </Sorting>
      {doomed && (
        <ConfirmDeletion
          declared={declared}
          row={doomed}
          title="Are you sure you want to delete this company?"
          text="This action cannot be undone. This will permanently remove the company from the portfolio section."
          item={doomed.name}
          done="Company deleted successfully"
          failed="Failed to delete company"
          onOver={() => setDoomed(undefined)}
        />
      )}
    </div>
  )
}

import { SortableList } from "@/ui/sortable-list"
import { type AnyLink, type Links, useReorderLinks } from "./api"
import { LinkRow } from "./link-row"

type Props<Link extends AnyLink> = {
  of: Links
  links: Link[]
  /** The footer section the links are in. */
  section?: string
  onEdit: (link: Link) => void
}

/** Links in their order, which can be changed. */
export function LinkList<Link extends AnyLink>({ of, links, section, onEdit }: Props<Link>) {
  const reorder = useReorderLinks(of)
  return (
    <SortableList
      className="card"
      steps
      items={links}
      idOf={(link) => link.id}
      nameOf={(link) => link.name}
      rowClass={(link) => !link.is_visible && "sortable-dim"}
      onMove={(ids) =>
        reorder.mutate({ ids: ids.map(Number), was: links.map(({ id }) => id), section })
      }
    >
      {(link, _, { grip }) => (
        <>
          {grip}
          <LinkRow of={of} link={link} onEdit={() => onEdit(link)} />
        </>
      )}
    </SortableList>
  )
}

import { Plus } from "lucide-react"
import type { ReactNode } from "react"
import { Button } from "@/ui/button"
import { RemoveButton } from "@/ui/remove-button"

type Props = {
  /** What one of them is called, such as "area". */
  item: string
  keys: string[]
  onAdd: () => void
  onRemove: (index: number) => void
  /** Makes the fields of one. */
  children: (index: number) => ReactNode
}

/** Parts of a document as numbered cards, to add to and remove from. */
export function CardList({ item, keys, onAdd, onRemove, children }: Props) {
  const name = item.charAt(0).toUpperCase() + item.slice(1)
  return (
    <div data-rows>
      <div className="grid gap-4">
        {keys.map((key, index) => (
          <section key={key} className="card p-5" aria-label={`${name} ${index + 1}`}>
            <div className="mb-4 flex items-center justify-between">
              <h3 className="display text-[18px]">
                {name} {index + 1}
              </h3>
              <RemoveButton label={`Remove ${item} ${index + 1}`} onClick={() => onRemove(index)} />
            </div>
            <div className="grid gap-5">{children(index)}</div>
          </section>
        ))}
      </div>
      <Button look="ghost" className="mt-3" data-add onClick={onAdd}>
        <Plus aria-hidden="true" /> Add {item}
      </Button>
    </div>
  )
}

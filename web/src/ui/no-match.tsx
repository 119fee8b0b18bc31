import { Button } from "./button"
import { EmptyState } from "./empty-state"

type Props = { title?: string; text: string; onClear: () => void }

export function NoMatch({ title = "No match", text, onClear }: Props) {
  return (
    <EmptyState title={title} text={text} drawing="bowl">
      <Button onClick={onClear}>Clear search</Button>
    </EmptyState>
  )
}

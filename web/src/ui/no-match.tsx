import { Button } from "./button"
import { EmptyState } from "./empty-state"

type Props = { title?: string; text: string; action?: string; onClear: () => void }

export function NoMatch({ title = "No match", text, action = "Clear search", onClear }: Props) {
  return (
    <EmptyState title={title} text={text} drawing="bowl">
      <Button onClick={onClear}>{action}</Button>
    </EmptyState>
  )
}

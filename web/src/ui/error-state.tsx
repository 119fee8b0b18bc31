import { RotateCw, TriangleAlert } from "lucide-react"
import { Button } from "./button"

type Props = {
  title: string
  text?: string
  retry?: string
  onRetry: () => void
  pending?: boolean
}

/** What could not be loaded, with a way to try again. */
export function ErrorState({ title, text, retry = "Try Again", onRetry, pending }: Props) {
  return (
    <div role="alert" className="card flex flex-col items-center px-6 py-8 text-center">
      <TriangleAlert className="size-7 text-danger" aria-hidden="true" />
      <h2 className="display mt-3 text-[18px]">
        {title}
        {text && <span className="sr-only"> - </span>}
      </h2>
      {text && <p className="mt-1 max-w-[46ch] text-balance text-ink-2">{text}</p>}
      <Button className="mt-5" onClick={onRetry} pending={pending}>
        <RotateCw aria-hidden="true" />
        {retry}
      </Button>
    </div>
  )
}

type Query = { isFetching: boolean; refetch: () => unknown }
type NotLoadedProps = Pick<Props, "text" | "retry"> & { query: Query; title?: string }

/** The same of a query that brought nothing; to try again is to ask again. */
export function NotLoaded({ query, title = "Error", ...said }: NotLoadedProps) {
  const { isFetching, refetch } = query
  return <ErrorState title={title} {...said} pending={isFetching} onRetry={() => void refetch()} />
}

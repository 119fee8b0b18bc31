import { cn } from "@/lib/cn"
import { Button } from "@/ui/button"

type Props = {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
  className?: string
}

/** Reads the next page of a list, while there is one. */
export function ShowMore({ list, className = "mt-4" }: Props) {
  if (!list.hasNextPage) return null
  return (
    <Button
      className={cn(className, "max-md:w-full")}
      pending={list.isFetchingNextPage}
      pendingLabel="Loading..."
      onClick={() => void list.fetchNextPage()}
    >
      Show more
    </Button>
  )
}

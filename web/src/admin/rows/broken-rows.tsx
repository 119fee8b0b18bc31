import { RotateCw } from "lucide-react"
import { Button } from "@/ui/button"
import { Notice } from "@/ui/notice"
import type { Broken } from "./use-rows"

/** Says that rows on the screen could not be read, in sight however far the list is scrolled. */
export function BrokenRows({ broken, text }: { broken?: Broken; text: string }) {
  if (!broken) return null
  return (
    <div className="sticky bottom-0 z-10 pt-3">
      <Notice text={text}>
        <Button size="sm" pending={broken.isRetrying} onClick={broken.retry}>
          <RotateCw aria-hidden="true" /> Try Again
        </Button>
      </Notice>
    </div>
  )
}

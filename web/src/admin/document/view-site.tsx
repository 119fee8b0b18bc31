import { ArrowUpRight } from "lucide-react"
import { buttonStyle } from "@/ui/button"

/** Leads to the public page that a screen edits. */
export function ViewSite({ path }: { path: string }) {
  return (
    <a href={path} target="_blank" rel="noopener noreferrer" className={buttonStyle()}>
      View site
      <ArrowUpRight aria-hidden="true" />
      <span className="sr-only">(opens in a new window)</span>
    </a>
  )
}

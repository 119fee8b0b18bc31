import { ArrowUpRight } from "lucide-react"
import { cn } from "@/lib/cn"
import { buttonStyle } from "@/ui/button"

/** Leads to the public page that a screen edits. */
export function ViewSite({ path }: { path: string }) {
  return (
    <a
      href={path}
      target="_blank"
      rel="noopener noreferrer"
      className={cn(buttonStyle(), "view-site")}
    >
      View site
      <ArrowUpRight aria-hidden="true" />
      <span className="sr-only">(opens in a new window)</span>
    </a>
  )
}

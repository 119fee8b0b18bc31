import "@/ui/art/install"
import { ArrowLeft } from "lucide-react"
import { useEffect } from "react"
import { studio } from "@/lib/shell"
import { Drawing } from "@/ui/art/drawing"
import { emptyCase } from "@/ui/art/objects"
import { Brand } from "@/ui/brand"
import { buttonStyle } from "@/ui/button"

/** The 404 page below /admin. */
export default function NotFound() {
  useEffect(() => {
    document.title = `Page not found | ${studio.name} admin`
  }, [])
  return (
    <div className="door">
      <main className="flex flex-col px-[clamp(24px,6vw,88px)] py-8">
        <a href="/" className="brand self-start">
          <Brand name={studio.name} mark={studio.mark} />
        </a>
        <div className="my-auto grid max-w-110 gap-4.5 py-10">
          <h1 className="display text-[44px] tracking-[-0.04em]">Oops! Page not found</h1>
          <p className="text-[16px] text-ink-2">
            This object has been removed from display, or was never in the collection. The rest of
            the shop is open.
          </p>
          <a
            href="/"
            className={buttonStyle({
              look: "primary",
              size: "lg",
              className: "justify-self-start",
            })}
          >
            <ArrowLeft aria-hidden="true" /> Back to home
          </a>
          <p className="flex gap-5">
            <a href="/admin/login" className="text-link py-1.5">
              Admin sign in
            </a>
            <a href="/admin" className="text-link py-1.5">
              Admin dashboard
            </a>
          </p>
        </div>
      </main>
      <div className="relative overflow-hidden bg-pane" aria-hidden="true">
        <Drawing scene={emptyCase} fit="xMidYMax slice" className="absolute inset-0 size-full" />
      </div>
    </div>
  )
}

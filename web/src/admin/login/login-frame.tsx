import { ArrowLeft } from "lucide-react"
import { type ComponentType, lazy, type ReactNode, Suspense } from "react"
import { shown } from "@/lib/painted"
import { studio } from "@/lib/shell"
import { Brand } from "@/ui/brand"

// The form is shown before the window beside it is fetched.
const Night = lazy<ComponentType>(() =>
  shown()
    .then(() => import("./night"))
    .catch(() => ({ default: () => null })),
)

/** The frame of the screens before the back-office: words left, a lit window right. */
export function LoginFrame({
  title,
  text,
  children,
}: {
  title: string
  text: string
  children: ReactNode
}) {
  return (
    <div className="door">
      <main className="flex flex-col px-[clamp(24px,6vw,88px)] py-8">
        <a href="/" className="brand self-start">
          <Brand name={studio.name} mark={studio.mark} />
        </a>
        <div className="my-auto grid w-full max-w-90 gap-4.5 py-10">
          <div>
            <h1 className="display text-[44px] tracking-[-0.04em]">{title}</h1>
            <p className="mt-2.5 text-[16px] text-ink-2">{text}</p>
          </div>
          {children}
        </div>
        <a
          href="/"
          className="inline-flex items-center gap-2 self-start py-1.5 text-ink-2 hover:text-ink"
        >
          <ArrowLeft className="size-4" aria-hidden="true" /> Back to the site
        </a>
      </main>
      <div className="door-window" aria-hidden="true">
        <Suspense>
          <Night />
        </Suspense>
        <div className="shelf relative" />
      </div>
    </div>
  )
}

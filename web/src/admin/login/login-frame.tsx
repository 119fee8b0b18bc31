import { ArrowLeft } from "lucide-react"
import type { ReactNode } from "react"
import { studio } from "@/lib/shell"
import { Drawing } from "@/ui/art/drawing"
import type { Scene } from "@/ui/art/scene"
import { ball, vessel } from "@/ui/art/vessel"
import { Brand } from "@/ui/brand"

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
        <Drawing scene={night} fit="xMidYMax slice" className="absolute inset-0 size-full" />
        <div className="shelf relative" />
      </div>
    </div>
  )
}

function night(): Scene {
  const lit = { mode: "lit", step: 9, shadow: false } as const
  return {
    w: 840,
    h: 892,
    body: [
      '<path d="M380 0H520L760 780H140Z" fill="url(#gBeam)"/>',
      '<ellipse cx="450" cy="862" rx="420" ry="40" fill="url(#gPool)" opacity=".5"/>',
      vessel({ cx: 130, base: 840, w: 150, h: 176, kind: "jar", ...lit }),
      vessel({ cx: 742, base: 852, w: 130, h: 330, kind: "bottle", ...lit }),
      vessel({ cx: 310, base: 862, w: 190, h: 330, kind: "surahi", mode: "night", step: 9.5 }),
      vessel({ cx: 530, base: 874, w: 290, h: 304, kind: "matka", mode: "night", step: 10 }),
      ball(530, 584, 22),
    ].join(""),
  }
}

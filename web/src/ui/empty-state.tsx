import type { ReactNode } from "react"
import { Drawing } from "./art/drawing"
import type { Scene } from "./art/scene"
import { vessel } from "./art/vessel"

type Props = { title: string; text?: string; drawing?: "place" | "bowl"; children?: ReactNode }

/** Nothing here yet (a dashed vessel), or nothing that matches (a glass bowl). */
export function EmptyState({ title, text, drawing = "place", children }: Props) {
  return (
    <div className="card flex flex-col items-center px-6 py-8 text-center">
      <Drawing scene={drawings[drawing]} fit="xMidYMax meet" className="h-21 w-21" />
      <h2 className="display mt-3.5 text-[18px]">{title}</h2>
      {text && <p className="mt-1 max-w-[38ch] text-balance text-ink-2">{text}</p>}
      {children && <div className="mt-5">{children}</div>}
    </div>
  )
}

const drawings: Record<"place" | "bowl", () => Scene> = {
  place: () =>
    scene(vessel({ cx: 42, base: 78, w: 58, h: 68, kind: "matka", mode: "draft", shadow: false })),
  bowl: () =>
    scene(
      vessel({
        cx: 42,
        base: 78,
        w: 76,
        h: 46,
        kind: "bowl",
        mode: "glass",
        step: 5,
        shadow: false,
      }),
    ),
}

const scene = (body: string): Scene => ({
  w: 84,
  h: 84,
  body: `${body}<path d="M0 81H84" stroke="var(--edge)" stroke-width="3"/>`,
})

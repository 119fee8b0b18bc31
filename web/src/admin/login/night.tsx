import "@/ui/art/install"
import { Drawing } from "@/ui/art/drawing"
import type { Scene } from "@/ui/art/scene"
import { ball, vessel } from "@/ui/art/vessel"

/** The window beside the form, lit at night. */
export default function Night() {
  return <Drawing scene={night} fit="xMidYMax slice" className="absolute inset-0 size-full" />
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

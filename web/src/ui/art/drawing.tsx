import { memo } from "react"
import type { Fit, Scene } from "./scene"

type Props = {
  /** Makes the drawing; called again only when `of` changes. */
  scene: (of: string) => Scene
  /** What is drawn: an index, an icon, a name. */
  of?: string
  fit?: Fit
  className?: string
}

/** A drawing is one node for React: hundreds of ellipses as elements would cost more than the whole page. */
export const Drawing = memo(
  function Drawing({ scene, of = "", fit = "xMidYMax slice", className }: Props) {
    const { w, h, body, isLabelled } = scene(of)
    return (
      <svg
        className={className}
        viewBox={`0 0 ${w} ${h}`}
        preserveAspectRatio={fit}
        aria-hidden={isLabelled ? undefined : "true"}
        focusable="false"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: made here from numbers, no visitor's text in it
        dangerouslySetInnerHTML={{ __html: body }}
      />
    )
  },
  (before, after) => before.of === after.of && before.className === after.className,
)

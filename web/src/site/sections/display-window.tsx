import type { SceneKind } from "@/identity/families/hand"
import { Drawing } from "@/ui/art/drawing"
import { art } from "../art"
import type { FeaturedArea, FocusArea } from "../data"
import { Rich } from "./rich"

type Props = {
  areas: FeaturedArea[] | FocusArea[]
  /** Featured areas are rich text, focus areas plain. */
  rich: boolean
  heading: "h2" | "h3"
  /** Which drawing the first pane takes. */
  first: number
  className?: string
}

const SCENES: SceneKind[] = ["agent", "arcade", "shelves", "match"]

const draw = (index: string) => art().scene(SCENES[Number(index) % SCENES.length] as SceneKind)

/** One frame, one pane per area: a drawing, the shelf, a label. */
export function DisplayWindow({ areas, rich, heading: Heading, first, className = "" }: Props) {
  if (areas.length === 0) return null
  return (
    <div className={`window panes-${Math.min(areas.length, 5)} ${className}`}>
      {areas.map((area, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two areas may share a title
        <article className="pane" key={i}>
          <div className="pane-art">
            <Drawing scene={draw} of={String(first + i)} />
          </div>
          <div className="shelf" />
          <div className="label">
            <Heading className="d">{area.title}</Heading>
            {rich ? (
              <Rich html={area.description} />
            ) : (
              <div className="rt">
                <p>{area.description}</p>
              </div>
            )}
          </div>
        </article>
      ))}
    </div>
  )
}

import { type CropName, type Media, SHAPES, versionOf } from "./api"
import { cropOf } from "./frame"

type Props = { media: Media; name: CropName; className?: string }

/** The part of a picture that a place shows, cut here: the server knows only what is saved. */
export function Cut({ media, name, className = "" }: Props) {
  const { shape } = SHAPES[name]
  const crop = cropOf(media, name, shape)
  return (
    <div className={`cut ${className}`} style={{ aspectRatio: String(shape) }}>
      <img
        src={versionOf(media, { width: 960 })}
        alt=""
        style={{
          width: `${100 / crop.width}%`,
          left: `${(-100 * crop.x) / crop.width}%`,
          top: `${(-100 * crop.y) / crop.height}%`,
        }}
      />
    </div>
  )
}

import { RefreshCw } from "lucide-react"
import { memo } from "react"
import { family, HANDS, svg } from "@/identity/families/family"
import type { SizedPhoto } from "@/identity/families/photographs"
import { ARTS, type Art, type Drawn, type Frame } from "@/identity/identity"
import { useRested } from "@/lib/rested"
import { Button } from "@/ui/button"
import { placed } from "@/ui/field"
import { CALLED } from "./look"
import { sizesOf, useMedia } from "./photos"
import { PhotosField } from "./photos-field"
import type { Choosing } from "./rail"
import { useStable } from "./stable"

const NOTE = "your own pictures, in two tones"

/** Six families of drawings; the same choices draw the same pictures everywhere. */
export function ArtSection({ look, put }: Choosing) {
  const name = useRested(look.name)
  const isPhotographs = look.art === "photographs"
  const media = useMedia(look)
  const sizes = sizesOf(look.photos, media)
  const photos = useStable(
    look.photos.flatMap(({ url, alt }) => (sizes[url] ? [{ url, alt, ...sizes[url] }] : [])),
  )
  // What was chosen before stays where no picture fits.
  const choose = (art: Art) => {
    if (art === look.art) return
    if (art === "photographs") return put({ art, fallback: look.art as Drawn })
    // One that nobody described cannot be stored, and cannot be seen any more.
    put({ art, photos: look.photos.filter(({ alt }) => alt.trim() !== "") })
  }
  // Without a seed the row of pictures stands as it is; the next turn is the first.
  const drawAgain = () => put({ seed: ((look.seed ?? (isPhotographs ? 0 : -1)) + 1) % 10_000 })
  return (
    <>
      <div className="picks picks-two" {...placed("art", CALLED.art)}>
        {ARTS.map((art) => (
          <button
            key={art}
            type="button"
            className="pick"
            aria-pressed={look.art === art}
            onClick={() => choose(art)}
          >
            <Thumb
              art={art}
              name={name}
              seed={look.seed}
              frame={look.frame}
              photos={art === "photographs" ? photos : NONE}
            />
            <span className="pick-text">
              <b>{art === "photographs" ? "Photographs" : HANDS[art].label}</b>
              <span className="pick-note">{art === "photographs" ? NOTE : HANDS[art].note}</span>
            </span>
          </button>
        ))}
      </div>
      {isPhotographs && <PhotosField look={look} put={put} media={media} />}
      <Button className="mt-3 w-full" onClick={drawAgain}>
        <RefreshCw aria-hidden="true" />
        Draw again
      </Button>
    </>
  )
}

const NONE: SizedPhoto[] = []
const small = ({ url }: SizedPhoto) => `${url.replace("/object/", "/render/image/")}?width=320`

type ThumbProps = {
  art: Art
  name: string
  seed: number | null
  frame: Frame
  photos: SizedPhoto[]
}

const Thumb = memo(function Thumb({ art, name, seed, frame, photos }: ThumbProps) {
  const of = family(art, { name, seed, frame, photos, src: small })
  if (of.id === "photographs" && of.waiting > 0) return <span className="pick-art pick-photo" />
  const drawn = svg({ ...of.object(name || "Vitrine"), alt: undefined })
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn here from numbers
    <span className="pick-art" dangerouslySetInnerHTML={{ __html: drawn }} />
  )
})

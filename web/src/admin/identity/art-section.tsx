import { RefreshCw } from "lucide-react"
import { memo } from "react"
import { family, HANDS, svg } from "@/identity/families/family"
import { ARTS, type Art, type Frame } from "@/identity/identity"
import { Button } from "@/ui/button"
import type { Choosing } from "./rail"
import { useRested } from "./rested"
import { Say } from "./say"

const NOTE = "your own pictures, in two tones"
const NEEDED = 6

/** Six families of drawings; the same choices draw the same pictures everywhere. */
export function ArtSection({ look, put }: Choosing) {
  const name = useRested(look.name)
  const isPhotographs = look.art === "photographs"
  const missing = NEEDED - look.photos.length
  return (
    <>
      <div className="picks picks-two">
        {ARTS.map((art) => (
          <button
            key={art}
            type="button"
            className="pick"
            aria-pressed={look.art === art}
            onClick={() => put({ art })}
          >
            <Thumb art={art} name={name} seed={look.seed} frame={look.frame} />
            <span className="pick-text">
              <b>{art === "photographs" ? "Photographs" : HANDS[art].label}</b>
              <span className="pick-note">{art === "photographs" ? NOTE : HANDS[art].note}</span>
            </span>
          </button>
        ))}
      </div>
      {isPhotographs && missing > 0 && (
        <Say
          kind="warn"
          text={`${look.photos.length} of ${NEEDED} pictures. The drawings stay until six are ready, one of them at least 1296 × 800.`}
        />
      )}
      <Button
        className="mt-3 w-full"
        onClick={() => put({ seed: ((look.seed ?? -1) + 1) % 10_000 })}
      >
        <RefreshCw aria-hidden="true" />
        Draw again
      </Button>
    </>
  )
}

type ThumbProps = { art: Art; name: string; seed: number | null; frame: Frame }

const Thumb = memo(function Thumb({ art, name, seed, frame }: ThumbProps) {
  if (art === "photographs") return <span className="pick-art pick-photo" />
  const drawn = svg(family(art, { name, seed, frame }).object(name || "Vitrine"))
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn here from numbers
    <span className="pick-art" dangerouslySetInnerHTML={{ __html: drawn }} />
  )
})

import { Check, CircleAlert } from "lucide-react"
import { cn } from "@/lib/cn"
import { Badge } from "@/ui/badge"
import { Picture } from "@/ui/picture"
import type { RowProps } from "@/ui/virtual-rows"
import { dimensions, fileSize, isLogo, type Media, versionOf } from "./api"
import type { Arriving } from "./upload"

type Props = {
  place: RowProps
  media: Media
  isChosen: boolean
  isUnused?: boolean
  onChoose: () => void
}

/** A picture of the library, to be chosen. */
export function Tile({ place, media, isChosen, isUnused, onChoose }: Props) {
  return (
    <li className="media-tile" {...place}>
      <button type="button" aria-pressed={isChosen} onClick={onChoose} className="media-card">
        <span className={cn("media-pane", isLogo(media) && "media-logo")}>
          <Picture
            src={versionOf(media, { width: 320 })}
            className={cn("size-full", isLogo(media) ? "object-contain" : "object-cover")}
            fallback={<span className="text-label text-ink-3">It cannot be shown</span>}
          />
          {isChosen && <Check className="media-check" aria-hidden="true" />}
          {isUnused ? (
            <Badge look="warn" className="media-badge">
              Not used
            </Badge>
          ) : (
            media.alt === "" &&
            !isLogo(media) && (
              <Badge look="warn" className="media-badge">
                No alt text
              </Badge>
            )
          )}
        </span>
        <span className="media-name">{media.file_name}</span>
        <span className="media-size">{dimensions(media)}</span>
      </button>
    </li>
  )
}

type ArrivingProps = { arriving: Arriving; onDismiss: () => void }

/** One that is on its way, or was refused. */
export function ArrivingTile({ arriving, onDismiss }: ArrivingProps) {
  const { file, percent, why } = arriving
  return (
    <li className="media-tile">
      <div className="media-card">
        <span className={cn("media-pane", why && "media-refused")}>
          {why ? (
            <span
              role="alert"
              className="grid justify-items-center gap-1.5 px-4 text-center text-label"
            >
              <CircleAlert className="size-5" aria-hidden="true" />
              {why}
            </span>
          ) : (
            <span className="w-3/4">
              <span className="font-medium tabular-nums">{percent}%</span>
              <span
                role="progressbar"
                aria-label={`Upload of ${file.name}`}
                aria-valuemin={0}
                aria-valuemax={100}
                aria-valuenow={percent}
                className="mt-1.5 block h-1.5 overflow-hidden rounded-pill bg-line"
              >
                <span
                  className="block h-full rounded-pill bg-edge transition-[width]"
                  style={{ width: `${percent}%` }}
                />
              </span>
            </span>
          )}
        </span>
        <span className="media-name">{file.name}</span>
        {why ? (
          <button type="button" className="media-dismiss" onClick={onDismiss}>
            Dismiss<span className="sr-only"> {file.name}</span>
          </button>
        ) : (
          <span className="media-size">{fileSize(file.size)}</span>
        )}
      </div>
    </li>
  )
}

import { ImagePlus } from "lucide-react"
import { useState } from "react"
import { HANDS } from "@/identity/families/family"
import { FEWEST } from "@/identity/families/photographs"
import type { Drawn, Photo } from "@/identity/identity"
import { Button } from "@/ui/button"
import { Field } from "@/ui/field"
import { LineInput } from "@/ui/input"
import { Picture } from "@/ui/picture"
import { RemoveButton } from "@/ui/remove-button"
import { Select } from "@/ui/select"
import { SortableList } from "@/ui/sortable-list"
import { type Media, versionOf } from "../library/api"
import { Picker } from "../library/picker"
import { PHOTOS } from "./look"
import { photosOf, usefulness } from "./photos"
import type { Choosing } from "./rail"
import { Say } from "./say"

const DRAWN = Object.entries(HANDS).map(([value, { label }]) => ({ value, label }))

type Props = Pick<Choosing, "look" | "put"> & { media: Map<string, Media> | undefined }

/** The studio's own pictures, in the order in which the site shows them. */
export function PhotosField({ look: { photos, fallback }, put, media }: Props) {
  const [isChoosing, setChoosing] = useState(false)
  const choose = () => setChoosing(true)
  const change = (url: string, some: Partial<Photo>) =>
    put({ photos: photos.map((one) => (one.url === url ? { ...one, ...some } : one)) })
  const state = (photo: Photo) => usefulness(photo, media?.get(photo.url))
  return (
    <section aria-label="Photographs" className="mt-4 grid gap-3">
      {media && <Waiting photos={photos} media={media} onChoose={choose} />}
      {photos.length > 0 && (
        <SortableList
          items={photos}
          idOf={({ url }) => url}
          nameOf={({ url }) => `picture ${photos.findIndex((one) => one.url === url) + 1}`}
          onMove={(urls) =>
            put({ photos: urls.flatMap((url) => photos.filter((one) => one.url === url)) })
          }
          className="photo-rows"
        >
          {(photo, index, { grip }) => (
            <>
              {grip}
              <PhotoRow
                photo={photo}
                place={index + 1}
                media={media?.get(photo.url)}
                state={media && state(photo)}
                onDescribe={(alt) => change(photo.url, { alt })}
                onRemove={() => put({ photos: photos.filter(({ url }) => url !== photo.url) })}
              />
            </>
          )}
        </SortableList>
      )}
      <Button onClick={choose} disabled={photos.length >= PHOTOS.most}>
        <ImagePlus aria-hidden="true" />
        {photos.length < PHOTOS.most ? "Choose from Media" : `${PHOTOS.most} pictures are the most`}
      </Button>
      <Field
        label="Drawings where no picture fits"
        hint="People without a photo, and everything until six pictures are ready."
      >
        {(control) => (
          <Select
            {...control}
            value={fallback}
            options={DRAWN}
            onChange={(value) => put({ fallback: value as Drawn })}
          />
        )}
      </Field>
      {isChoosing && (
        <Picker
          title="Choose photographs"
          hint="The first two fill the panes: 1296 × 800 or larger. The others need 840 × 560."
          value=""
          only="media"
          most={PHOTOS.most - photos.length}
          without={photos.map(({ url }) => url)}
          onPick={(_, __, all) => put({ photos: [...photos, ...photosOf(all)] })}
          onClose={() => setChoosing(false)}
        />
      )}
    </section>
  )
}

type WaitingProps = { photos: Photo[]; media: Map<string, Media>; onChoose: () => void }

/** How many pictures are good enough, as long as they are too few. */
function Waiting({ photos, media, onChoose }: WaitingProps) {
  const ready = photos.filter((photo) => usefulness(photo, media.get(photo.url)).ok)
  const isWide = ready.some(({ url }) => {
    const { width = 0, height = 0 } = media.get(url) ?? {}
    return width >= 1296 && height >= 800
  })
  if (ready.length >= FEWEST && isWide) return null
  return (
    <Say
      kind="warn"
      text={
        ready.length < FEWEST ? (
          <>
            <b>
              {ready.length} of {FEWEST} pictures.
            </b>{" "}
            The drawings stay until six are ready, one of them at least 1296 × 800.
          </>
        ) : (
          "No picture is large enough for a pane. The drawings stay until one is at least 1296 × 800."
        )
      }
      actions={photos.length < PHOTOS.most ? [{ label: "Choose from Media", run: onChoose }] : []}
    />
  )
}

type RowProps = {
  photo: Photo
  place: number
  media: Media | undefined
  state: { text: string; ok: boolean } | undefined
  onDescribe: (alt: string) => void
  onRemove: () => void
}

function PhotoRow({ photo, place, media, state, onDescribe, onRemove }: RowProps) {
  const isMissing = photo.alt.trim() === ""
  const note = `photo-note-${place}`
  return (
    <div className="photo-row">
      <span className="photo-thumb">
        {media && (
          <Picture
            src={versionOf(media, { width: 160, height: 120 })}
            className="size-full object-cover"
          />
        )}
        <span className="photo-place" aria-hidden="true">
          {place}
        </span>
      </span>
      <p id={note} className={state && !state.ok ? "photo-note photo-bad" : "photo-note"}>
        {state?.text}
      </p>
      <RemoveButton label={`Remove picture ${place}`} onClick={onRemove} />
      <LineInput
        aria-label={`Description of picture ${place}`}
        placeholder="What does it show?"
        maxLength={PHOTOS.alt}
        aria-invalid={isMissing || undefined}
        aria-describedby={note}
        data-field={isMissing ? "photos" : undefined}
        value={photo.alt}
        onChange={onDescribe}
        onEnter={() => {}}
      />
    </div>
  )
}

import { useQuery } from "@tanstack/react-query"
import { grade } from "@/identity/families/photographs"
import type { Photo } from "@/identity/identity"
import type { Showing } from "@/lib/preview"
import { addressOf, library, type Media } from "../library/api"
import { type Look, PHOTOS } from "./look"

/** What Media says of the photographs of a look, by address; nothing before it is known. */
export function useMedia({ art, photos }: Look): Map<string, Media> | undefined {
  const isAsked = art === "photographs" || photos.length > 0
  const { data } = useQuery({ ...library, enabled: isAsked })
  return data && new Map(data.map((media) => [addressOf(media), media]))
}

type Sizes = NonNullable<Showing["photos"]>

/** The photographs as drawings know them; one that is gone from Media is left out. */
export const sizesOf = (photos: Photo[], media: Map<string, Media> | undefined): Sizes =>
  Object.fromEntries(
    photos.flatMap(({ url, x, y }) => {
      const is = media?.get(url)
      if (!is) return []
      return [[url, { w: is.width, h: is.height, x: x ?? is.focal_x, y: y ?? is.focal_y }]]
    }),
  )

/** The next pictures of a row: what they show is what Media says, and may be said anew. */
export const photosOf = (chosen: Media[]): Photo[] =>
  chosen.map((media) => ({
    url: addressOf(media),
    x: null,
    y: null,
    alt: [...media.alt].slice(0, PHOTOS.alt).join(""),
  }))

/** What a picture is good for, in words. */
export function usefulness(photo: Photo, media: Media | undefined): { text: string; ok: boolean } {
  if (!media) return { text: "It is not in Media any more.", ok: false }
  const { width: w, height: h } = media
  if (w < 840 || h < 560) return { text: `${w} × ${h}, needs 840 × 560.`, ok: false }
  if (photo.alt.trim() === "") return { text: "No description yet.", ok: false }
  return grade({ ...photo, x: 0, y: 0, w, h }) === 2
    ? { text: `${w} × ${h}, fills a pane.`, ok: true }
    : { text: `${w} × ${h}, for companies and prints.`, ok: true }
}

import { queryOptions } from "@tanstack/react-query"
import { allRows } from "@/lib/all-rows"
import type { MediaRow } from "@/lib/schema.gen"
import { type Answer, call, supabase } from "@/lib/supabase"

export type Media = MediaRow
export type Use = Answer<"media_uses">[number]
export type CropName = keyof Media["crops"]
export type Crop = Media["crops"][CropName]

export const MEDIA = ["media"] as const

/** The whole library, the newest first. */
export const library = queryOptions({
  queryKey: [...MEDIA, "all"],
  queryFn: () =>
    allRows((from, to) =>
      supabase
        .from("media")
        .select("*")
        .order("id", { ascending: false })
        .range(from, to)
        .throwOnError(),
    ),
})

/** Every place where one of them is shown. */
export const uses = queryOptions({
  queryKey: [...MEDIA, "uses"],
  queryFn: () => call("media_uses", {}),
  staleTime: 0,
})

export const usesOf = (media: Media, all: Use[] = []) =>
  all.filter(({ bucket, name }) => bucket === media.bucket && name === media.name)

/** Where visitors find it: the path alone, so that the site can move to another host. */
export const addressOf = ({ bucket, name }: Pick<Media, "bucket" | "name">) =>
  `/storage/v1/object/public/${bucket}/${name}`

type Size = { width: number; height?: number }

/** A smaller version; with a height it is cut to the shape. */
export function versionOf(media: Media, { width, height }: Size): string {
  const query = new URLSearchParams({ width: String(width) })
  if (height) {
    query.set("height", String(height))
    // The server ignores it: an address of its own for each look of what is cut. A whole picture would only be loaded again.
    query.set("of", lookOf(media))
  }
  return `${addressOf(media).replace("/object/", "/render/image/")}?${query}`
}

function lookOf({ focal_x, focal_y, crops }: Media): string {
  const text = JSON.stringify([focal_x, focal_y, crops])
  let sum = 7
  for (let i = 0; i < text.length; i++) sum = (sum * 31 + text.charCodeAt(i)) % 4294967291
  return sum.toString(36)
}

/** What the crops are for, and their shapes as width by height. */
export const SHAPES: Record<CropName, { label: string; shape: number }> = {
  portrait: { label: "Portrait", shape: 7 / 8 },
  logo: { label: "Logo", shape: 1 },
  sharing: { label: "Sharing", shape: 1200 / 630 },
}

export const isLogo = ({ bucket }: Media) => bucket === "portfolio-logos"

/** "1400 × 1600" */
export const dimensions = ({ width, height }: Pick<Media, "width" | "height">) =>
  `${width} × ${height}`

/** "210 KB", "2.4 MB" */
export const fileSize = (bytes: number) =>
  bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} KB` : `${(bytes / 1e6).toFixed(1)} MB`

export function matches(media: Media, search: string): boolean {
  const wanted = search.trim().toLowerCase()
  return `${media.file_name} ${media.alt}`.toLowerCase().includes(wanted)
}

import type { Crop, CropName, Media } from "./api"

/** The smallest crop, as a share of the picture's shorter side. */
const LEAST = 0.1

/** How wide and high the largest part of the shape is, in shares of the picture. */
function largest(media: Pick<Media, "width" | "height">, shape: number) {
  const ratio = media.width / media.height
  return ratio > shape ? { width: shape / ratio, height: 1 } : { width: 1, height: ratio / shape }
}

/** Keeps a frame inside the picture, in its shape. */
export function fitted(
  media: Pick<Media, "width" | "height">,
  shape: number,
  { x, y, size }: { x: number; y: number; size: number },
): Crop {
  const most = largest(media, shape)
  const part = Math.min(1, Math.max(LEAST, size))
  const [width, height] = [most.width * part, most.height * part]
  const inside = (at: number, side: number) => Math.min(1 - side, Math.max(0, at))
  return { x: inside(x, width), y: inside(y, height), width, height }
}

/** How much of the largest frame a crop is. */
export const sizeOf = (media: Pick<Media, "width" | "height">, shape: number, crop: Crop) =>
  Math.min(1, crop.width / largest(media, shape).width)

/** What is shown without a crop: the largest frame around the focal point. */
export function uncropped(
  media: Pick<Media, "width" | "height" | "focal_x" | "focal_y">,
  shape: number,
): Crop {
  const { width, height } = largest(media, shape)
  return fitted(media, shape, {
    x: media.focal_x - width / 2,
    y: media.focal_y - height / 2,
    size: 1,
  })
}

/** What a place shows: the crop that was made for it, or what is shown without one. */
export const cropOf = (media: Media, name: CropName, shape: number): Crop =>
  media.crops[name].width > 0 ? media.crops[name] : uncropped(media, shape)

/** Another size around the same middle. */
export function resized(
  media: Pick<Media, "width" | "height">,
  shape: number,
  crop: Crop,
  size: number,
): Crop {
  const next = fitted(media, shape, { x: 0, y: 0, size })
  return fitted(media, shape, {
    x: crop.x + (crop.width - next.width) / 2,
    y: crop.y + (crop.height - next.height) / 2,
    size,
  })
}

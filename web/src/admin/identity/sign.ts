import { accessToken } from "@/lib/auth"
import { canvasOf, pictureOf } from "@/lib/pixels"
import { anonKey } from "@/lib/shell"

export type Sign = { url: string; width: number; height: number; bytes: number } | { why: string }

const MOST = 1024 * 1024
const LEAST = 256
const DRAWN = 512

/** Checks a file, draws it to PNG if it is an SVG, and uploads it; or says in one sentence why not. */
export async function signFrom(file: File): Promise<Sign> {
  if (!/^image\/(png|svg\+xml)$/.test(file.type)) return { why: "PNG or SVG, up to 1 MB" }
  if (file.size > MOST) return { why: `${file.name} is ${megabytes(file.size)}. Up to 1 MB.` }
  const picture = await pictureOf(file).catch(() => undefined)
  if (!picture) return { why: `${file.name} cannot be read. Try a PNG.` }
  const [w, h] = [picture.naturalWidth || DRAWN, picture.naturalHeight || DRAWN]
  const shape = w / h
  if (shape > 4 || shape < 0.5)
    return { why: `${file.name} is ${shapeText(shape)}. Between 1:2 and 4:1.` }
  const isDrawn = file.type === "image/svg+xml"
  if (!isDrawn && w < LEAST) return { why: `${file.name} is ${w} pixels wide. 256 or more.` }
  const png = isDrawn ? await drawn(picture, shape) : file
  const url = await upload(png, file.name.replace(/\.svg$/i, ".png"))
  if (!url) return { why: "The upload failed. Please try again." }
  const size = isDrawn ? sizeOf(shape) : { width: w, height: h }
  return { url, ...size, bytes: png.size }
}

const megabytes = (bytes: number) => `${(bytes / MOST).toFixed(1)} MB`

const shapeText = (shape: number) =>
  shape > 1
    ? `${Math.round(shape)} times as wide as high`
    : `${Math.round(1 / shape)} times as high as wide`

const sizeOf = (shape: number) => ({
  width: shape >= 1 ? DRAWN : Math.round(DRAWN * shape),
  height: shape >= 1 ? Math.round(DRAWN / shape) : DRAWN,
})

function drawn(picture: HTMLImageElement, shape: number): Promise<Blob> {
  const { width, height } = sizeOf(shape)
  const context = canvasOf(width, height)
  context.drawImage(picture, 0, 0, width, height)
  return new Promise((done, fail) =>
    context.canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no PNG"))), "image/png"),
  )
}

const BUCKET = "media"

async function upload(png: Blob, fileName: string): Promise<string | undefined> {
  const name = `mark_${Date.now()}_${fileName.replace(/[^A-Za-z0-9._-]/g, "_")}`.slice(0, 120)
  const body = new FormData()
  body.append("cacheControl", "3600")
  body.append("", new File([png], name, { type: "image/png" }))
  const response = await fetch(`/storage/v1/object/${BUCKET}/${name}`, {
    method: "POST",
    headers: {
      apikey: anonKey,
      Authorization: `Bearer ${await accessToken()}`,
      "x-upsert": "false",
    },
    body,
  }).catch(() => undefined)
  return response?.ok ? `/storage/v1/object/public/${BUCKET}/${name}` : undefined
}

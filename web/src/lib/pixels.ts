/** Reads a file of the person's as a picture. The page's policy knows no blob: addresses, so it goes by a data: one. */
export async function pictureOf(file: Blob): Promise<HTMLImageElement> {
  const reader = new FileReader()
  const address = await new Promise<string>((done, fail) => {
    reader.onload = () => done(String(reader.result))
    reader.onerror = fail
    reader.readAsDataURL(file)
  })
  return loaded(address)
}

export async function loaded(address: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = address
  await image.decode()
  return image
}

/** The picture on a square of that many pixels, as large as it fits; its bytes are red, green, blue and alpha. */
export function pixelsOf(image: HTMLImageElement, size: number): Uint8ClampedArray {
  const [w, h] = [image.naturalWidth || size, image.naturalHeight || size]
  const scale = size / Math.max(w, h)
  const context = canvasOf(size, size)
  context.drawImage(image, (size - w * scale) / 2, (size - h * scale) / 2, w * scale, h * scale)
  return context.getImageData(0, 0, size, size).data
}

export function canvasOf(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement("canvas")
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext("2d", { willReadFrequently: true })
  if (!context) throw new Error("no canvas")
  return context
}

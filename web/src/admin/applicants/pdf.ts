import { AnnotationMode, GlobalWorkerOptions, getDocument } from "pdfjs-dist"

export type Pdf = {
  pages: number
  /** Draws a page on a canvas, sharp on this screen. */
  draw: (page: number, canvas: HTMLCanvasElement) => Promise<void>
  close: () => Promise<void>
}

/** As wide as the widest place that shows one. */
const WIDTH = 816
/** A page of any size is drawn with no more points than this. */
const MOST_POINTS = 12_000_000

/**
 * Opens a document of a stranger. It is read in a worker and drawn as a picture: no script, form, link or file
 * of it is looked at, and it loads nothing.
 */
export async function openPdf(file: Blob): Promise<Pdf> {
  GlobalWorkerOptions.workerPort ??= new Worker(
    new URL("pdfjs-dist/build/pdf.worker.min.mjs", import.meta.url),
    { type: "module" },
  )
  const task = getDocument({
    data: new Uint8Array(await file.arrayBuffer()),
    isEvalSupported: false,
    enableXfa: false,
    useWasm: false,
    useWorkerFetch: false,
    maxImageSize: MOST_POINTS,
  })
  const pdf = await task.promise
  return {
    pages: pdf.numPages,
    close: () => task.destroy(),
    draw: async (number, canvas) => {
      const page = await pdf.getPage(number)
      const { width, height } = page.getViewport({ scale: 1 })
      const wanted = (WIDTH * Math.min(2, window.devicePixelRatio)) / width
      const scale = Math.min(wanted, Math.sqrt(MOST_POINTS / (width * height)))
      const viewport = page.getViewport({ scale })
      canvas.width = Math.round(viewport.width)
      canvas.height = Math.round(viewport.height)
      await page.render({ canvas, viewport, annotationMode: AnnotationMode.DISABLE }).promise
      page.cleanup()
    },
  }
}

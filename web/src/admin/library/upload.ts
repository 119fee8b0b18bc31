import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import { canvasOf, pictureOf } from "@/lib/pixels"
import { MOST_BYTES, MOST_MEDIA_BYTES, type Refusal, tooLarge, whyRefused } from "@/lib/refusal"
import { type Sending, sendFile } from "@/lib/send-file"
import { supabase } from "@/lib/supabase"
import { toast } from "@/lib/toast"
import { MEDIA, type Media } from "./api"

const YEAR = 365 * 24 * 3600
const DRAWN = 1600

/** An error whose sentence is for the person. */
const refused = (why: string) => Object.assign(new Error(why), { code: "Refused" })

let last = 0

/** What a file of each bucket is called at first, and its most bytes. */
const RULES = {
  media: { prefix: "", most: MOST_MEDIA_BYTES },
  "portfolio-logos": { prefix: "logo_", most: MOST_BYTES },
}

/** The name a picture is stored under: unique by its time, and safe in an address. */
function nameOf(file: File, prefix: string): string {
  last = Math.max(Date.now(), last + 1)
  return `${prefix}${last}_${file.name.replace(/[^A-Za-z0-9._-]/g, "_")}`.slice(0, 120)
}

/** Uploads a picture to the library and returns its row; why it is not there is thrown, in one sentence. */
export async function uploadPicture(
  file: File,
  sending: Sending,
  bucket: Media["bucket"] = "media",
) {
  const { prefix, most } = RULES[bucket]
  if (!file.type.startsWith("image/")) throw refused("Only image files are allowed.")
  const sent = file.type === "image/svg+xml" ? await drawn(file) : file
  // Not worth sending, and a server that stops reading looks like a broken line.
  if (sent.size > most) throw refused(tooLarge(sent.size, most))
  const name = nameOf(sent, prefix)
  try {
    await sendFile(`/storage/v1/object/${bucket}/${name}`, sent, { age: YEAR, ...sending })
  } catch (refusal) {
    throw refused(whyRefused(refusal as Refusal | undefined, sent, most))
  }
  const { data } = await supabase
    .from("media")
    .select("*")
    .eq("bucket", bucket)
    .eq("name", name)
    .single()
    .throwOnError()
  return data
}

/** The server takes no SVG, which may hold scripts: what it shows is drawn to PNG here. */
async function drawn(file: File): Promise<File> {
  const picture = await pictureOf(file).catch(() => undefined)
  if (!picture) throw refused("The file cannot be read. Try a PNG.")
  const [w, h] = [picture.naturalWidth || DRAWN, picture.naturalHeight || DRAWN]
  const scale = DRAWN / Math.max(w, h)
  const context = canvasOf(Math.round(w * scale), Math.round(h * scale))
  context.drawImage(picture, 0, 0, context.canvas.width, context.canvas.height)
  const png = await new Promise<Blob | null>((done) => context.canvas.toBlob(done, "image/png"))
  if (!png) throw refused("The file cannot be drawn. Try a PNG.")
  return new File([png], file.name.replace(/\.svg$/i, ".png"), { type: "image/png" })
}

const NEVER = new AbortController().signal

const warn = (event: BeforeUnloadEvent) => event.preventDefault()
let running = 0

/** Closing the tab asks first, until the last file is there. */
async function warnUntil(done: Promise<unknown>) {
  if (running++ === 0) window.addEventListener("beforeunload", warn)
  await done
  if (--running === 0) window.removeEventListener("beforeunload", warn)
}

/** A file on its way to the library; why says that it did not get there. */
export type Arriving = { key: number; file: File; percent: number; why?: string }

/** Sends files one after the other, and tells how far they are. Whoever goes to another screen meanwhile is told of refusals alone; closing the tab asks first. */
export function useArrivals(onArrived?: (media: Media) => void) {
  const client = useQueryClient()
  const [list, setList] = useState<Arriving[]>([])
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const isHere = useRef(true)
  const count = useRef(0)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const change = (key: number, part: Partial<Arriving>) =>
    setList((now) => now.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const dismiss = (key: number) => setList((now) => now.filter((one) => one.key !== key))
  const send = async ({ key, file }: Arriving) => {
    const onProgress = (percent: number) => change(key, { percent })
    try {
      const media = await uploadPicture(file, { onProgress, signal: NEVER })
      await client.invalidateQueries({ queryKey: MEDIA })
      dismiss(key)
      if (isHere.current) onArrived?.(media)
    } catch (error) {
      const why = (error as Error).message
      change(key, { why })
      if (!isHere.current) toast.error(`${file.name} was not uploaded`, why)
    }
  }
  const add = (files: Iterable<File>) => {
    const fresh = [...files].map((file) => ({ key: count.current++, file, percent: 0 }))
    setList((now) => [...fresh, ...now])
    for (const one of fresh) queue.current = queue.current.then(() => send(one))
    void warnUntil(queue.current)
  }
  return { list, add, dismiss }
}

export type Arrivals = ReturnType<typeof useArrivals>

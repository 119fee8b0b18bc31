import { accessToken } from "@/lib/auth"
import { anonKey } from "@/lib/shell"
import { toast } from "@/lib/toast"
import { MOST_BYTES, type Refusal, tooLarge, whyRefused } from "./refusal"

const BUCKET = "/storage/v1/object/portfolio-logos"

/** The name a logo is stored under: unique by its time, and safe in an address. */
export function logoName(name: string, now: number): string {
  return `logo_${now}_${name.replace(/[^A-Za-z0-9._-]/g, "_")}`.slice(0, 120)
}

type Progress = (percent: number) => void

type Upload = { onProgress: Progress; signal: AbortSignal }

/** Uploads a logo and returns where it is served; nothing when it failed, which the person is told, or was called off. */
export async function uploadLogo(file: File, upload: Upload): Promise<string | undefined> {
  if (!file.type.startsWith("image/")) {
    toast.error("Error", "Only image files are allowed.")
    return undefined
  }
  // Not worth sending, and a server that stops reading looks like a broken line.
  if (file.size > MOST_BYTES) return failed(tooLarge(file.size))
  const name = logoName(file.name, Date.now())
  try {
    await send(`${BUCKET}/${name}`, file, await accessToken(), upload)
  } catch (refusal) {
    if (upload.signal.aborted) return undefined
    return failed(whyRefused(refusal as Refusal | undefined, file))
  }
  toast.success("Success", "Logo uploaded successfully.")
  // The path alone, so that the site can move to another host.
  return `${BUCKET.replace("/object/", "/object/public/")}/${name}`
}

function failed(why: string) {
  toast.error("Logo upload failed.", why)
  return undefined
}

// What supabase-js sends, but by a request that tells how far it is.
function send(path: string, file: File, token: string, { onProgress, signal }: Upload) {
  const body = new FormData()
  body.append("cacheControl", "3600")
  body.append("", file)
  const request = new XMLHttpRequest()
  return new Promise<void>((resolve, reject) => {
    request.open("POST", path)
    request.setRequestHeader("apikey", anonKey)
    request.setRequestHeader("Authorization", `Bearer ${token}`)
    request.setRequestHeader("x-upsert", "false")
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress(total > 0 ? Math.round((loaded / total) * 100) : 0)
    request.onload = () => (request.status === 200 ? resolve() : reject(refusalOf(request)))
    request.onerror = request.onabort = request.ontimeout = () => reject()
    if (signal.aborted) return reject()
    signal.addEventListener("abort", () => request.abort())
    request.send(body)
  })
}

/** What stands between may answer with something else than JSON. */
function refusalOf({ responseText }: XMLHttpRequest): Refusal {
  try {
    return JSON.parse(responseText)
  } catch {
    return {}
  }
}

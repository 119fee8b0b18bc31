import { MOST_BYTES, type Refusal, tooLarge, whyRefused } from "@/lib/refusal"
import { type Sending, sendFile } from "@/lib/send-file"
import { toast } from "@/lib/toast"

const BUCKET = "/storage/v1/object/portfolio-logos"

/** The name a logo is stored under: unique by its time, and safe in an address. */
export function logoName(name: string, now: number): string {
  return `logo_${now}_${name.replace(/[^A-Za-z0-9._-]/g, "_")}`.slice(0, 120)
}

/** Uploads a logo and returns where it is served; nothing when it failed, which the person is told, or was called off. */
export async function uploadLogo(file: File, upload: Sending): Promise<string | undefined> {
  if (!file.type.startsWith("image/")) {
    toast.error("Error", "Only image files are allowed.")
    return undefined
  }
  // Not worth sending, and a server that stops reading looks like a broken line.
  if (file.size > MOST_BYTES) return failed(tooLarge(file.size))
  const name = logoName(file.name, Date.now())
  try {
    await sendFile(`${BUCKET}/${name}`, file, { age: 3600, ...upload })
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

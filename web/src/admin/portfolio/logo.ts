import { supabase } from "@/lib/supabase"
import { toast } from "@/lib/toast"

const BUCKET = "portfolio-logos"

/** The name a logo is stored under: unique by its time, and safe in an address. */
export function logoName(name: string, now: number): string {
  return `logo_${now}_${name.replace(/[^A-Za-z0-9._-]/g, "_")}`.slice(0, 120)
}

/** Uploads a logo and returns where it is served; nothing when it failed, which the person is told. */
export async function uploadLogo(file: File): Promise<string | undefined> {
  if (!file.type.startsWith("image/")) {
    toast.error("Error", "Only image files are allowed.")
    return undefined
  }
  const bucket = supabase.storage.from(BUCKET)
  const name = logoName(file.name, Date.now())
  const { error } = await bucket
    .upload(name, file, { cacheControl: "3600", upsert: false })
    .catch((error: unknown) => ({ error }))
  if (error) {
    toast.error("Error", "Logo upload failed.")
    return undefined
  }
  toast.success("Success", "Logo uploaded successfully.")
  // The path alone, so that the site can move to another host.
  return new URL(bucket.getPublicUrl(name).data.publicUrl).pathname
}

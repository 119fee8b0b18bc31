import { download } from "@/lib/download"
import { supabase } from "@/lib/supabase"
import { toast } from "@/lib/toast"
import type { Application } from "./stages"

/** How long an address of a CV works, in seconds; it is used at once. */
const LIVES = 300

/** The CV itself, by an address that works for a few minutes. */
export async function readCv({ cv_name }: Application): Promise<Blob> {
  const bucket = supabase.storage.from("applications")
  const { data, error } = await bucket.createSignedUrl(cv_name, LIVES)
  if (error) throw error
  const response = await fetch(data.signedUrl)
  if (!response.ok) throw new Error(String(response.status))
  return response.blob()
}

export async function downloadCv(row: Application) {
  try {
    download(await readCv(row), row.cv_file_name || "cv.pdf")
  } catch {
    toast.error("Error", "The CV could not be loaded. Please try again.")
  }
}

export const hasCv = ({ cv_name, scan }: Application) => cv_name !== "" && scan !== "held"

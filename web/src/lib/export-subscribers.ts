import { accessToken } from "./auth"
import { download } from "./download"
import { fileDay } from "./format"
import { anonKey } from "./shell"
import { toast } from "./toast"

export const fileName = (now: Date) => `newsletter-subscribers-${fileDay(now)}.csv`

/** Downloads all subscribers; the server writes the file, however many there are. */
export async function exportSubscribers() {
  try {
    const response = await fetch("/functions/v1/export-subscribers", {
      headers: { apikey: anonKey, Authorization: `Bearer ${await accessToken()}` },
    })
    if (!response.ok) throw new Error(String(response.status))
    download(await response.blob(), fileName(new Date()))
    toast.success("Export successful", "Subscriber list has been exported as CSV.")
  } catch {
    toast.error("Export failed", "The subscriber list could not be exported. Please try again.")
  }
}

import { toast } from "./toast"

/** Copies a text, and says so when the browser refuses. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    toast.error("Error", "The browser did not allow copying.")
    return false
  }
}

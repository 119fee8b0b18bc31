import { toast } from "./toast"

/** Copies a text, with its formatted form where the browser takes one, and says so when it refuses. */
export async function copy(text: string, html?: string): Promise<boolean> {
  try {
    if (!html || !(await copyBoth(text, html))) await navigator.clipboard.writeText(text)
    return true
  } catch {
    toast.error("Error", "The browser did not allow copying.")
    return false
  }
}

async function copyBoth(text: string, html: string): Promise<boolean> {
  if (typeof ClipboardItem === "undefined") return false
  const as = (type: string, data: string) => ({ [type]: new Blob([data], { type }) })
  const item = new ClipboardItem({ ...as("text/plain", text), ...as("text/html", html) })
  return navigator.clipboard.write([item]).then(
    () => true,
    () => false,
  )
}

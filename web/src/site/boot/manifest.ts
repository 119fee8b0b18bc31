import { shown } from "@/lib/painted"

/** Names the manifest once the page was seen: only an installed site needs it, and the first view has to share the line with it. */
export function manifest() {
  const name = () => {
    const link = document.createElement("link")
    link.rel = "manifest"
    link.href = "/site.webmanifest"
    document.head.append(link)
  }
  const seen = () => shown().then(name)
  if (document.readyState === "complete") seen()
  else addEventListener("load", seen, { once: true })
}

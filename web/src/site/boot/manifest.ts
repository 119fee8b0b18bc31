/** Names the manifest once the page is there: only an installed site needs it, and the first view has to share the line with it. */
export function manifest() {
  const name = () => {
    const link = document.createElement("link")
    link.rel = "manifest"
    link.href = "/site.webmanifest"
    document.head.append(link)
  }
  if (document.readyState === "complete") name()
  else addEventListener("load", name, { once: true })
}

import "./styles/site.css"
import { SHOWN } from "./site/boot/events"
import { footerArt } from "./site/boot/footer-art"
import { forms } from "./site/boot/forms"
import { wake } from "./site/boot/hydrate"
import { openInPlace } from "./site/boot/in-place"
import { manifest } from "./site/boot/manifest"
import { menu } from "./site/boot/menu"
import { pictures } from "./site/boot/pictures"
import { scroll } from "./site/boot/scroll"
import { layOut, transition } from "./site/boot/transition"
import { visits } from "./site/boot/visits"

// The page is complete before this runs, and works without it. It adds what must
// not wait for React: a menu, a header that knows the scroll, the next page on its way.
allowReact()
scroll()
menu()
openInPlace()
forms()
transition()
layOut()
footerArt()
addEventListener(SHOWN, footerArt)
manifest()
if (!isStaff()) visits()
pictures(wake(live))

async function live(root: HTMLElement) {
  const state = document.getElementById("state")?.textContent ?? ""
  await (await import("./entry-client")).hydrate(root, state)
  footerArt() // React has drawn the footer anew where an extension had changed the page.
}

// The back-office leaves a mark when somebody signs in; pages are the same for everyone, and nobody is asked.
function isStaff() {
  try {
    const mark = localStorage.getItem("vitrine-staff")
    if (mark === "1") void import("./pencil/pencil")
    return mark !== null
  } catch {
    return false // A browser that keeps nothing.
  }
}

// The page's policy wants every HTML string approved. Ours come from the server, sanitised, or from the art kit.
function allowReact() {
  type Policy = { createHTML: (html: string) => string }
  type Factory = { createPolicy: (name: string, policy: Policy) => void }
  const { trustedTypes } = window as Window & { trustedTypes?: Factory }
  trustedTypes?.createPolicy("default", { createHTML: (html) => html })
}

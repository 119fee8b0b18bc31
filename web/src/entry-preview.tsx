import { createRoot } from "react-dom/client"
import { family } from "./identity/families/family"
import { listen } from "./preview/listen"
import { Preview } from "./preview/preview"
import { ART_DEFS } from "./ui/art/defs"
import "./styles/critical-themed.css"
import "./styles/site.css"
import "./styles/themed.css"

// The components draw with it where it is there.
Object.assign(globalThis, { family })
const root = document.getElementById("root") as HTMLElement
root.insertAdjacentHTML("beforebegin", ART_DEFS)
// A page that is only looked at: nothing in it leads anywhere.
for (const event of ["click", "auxclick", "submit"])
  document.addEventListener(event, (one) => one.preventDefault(), { capture: true })
createRoot(root).render(<Preview source={listen()} />)

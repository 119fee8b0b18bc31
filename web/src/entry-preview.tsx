import { createRoot } from "react-dom/client"
import { drawn } from "./preview/drawn"
import { header } from "./preview/header"
import { answer, listen } from "./preview/listen"
import { watch } from "./preview/outline"
import { Preview } from "./preview/preview"
import "./ui/art/install"
import "./styles/critical-themed.css"
import "./styles/site.css"
import "./styles/palette-dark.css"
import "./styles/themed.css"

// The components draw with it where it is there.
Object.assign(globalThis, { family: drawn })
const root = document.getElementById("root") as HTMLElement
// A page that is only looked at: nothing in it leads anywhere.
for (const event of ["mousedown", "click", "auxclick", "submit"])
  document.addEventListener(event, (one) => one.preventDefault(), { capture: true })
header()
watch((field) => answer({ from: "preview", says: "picked", field }))
createRoot(root).render(<Preview source={listen()} />)

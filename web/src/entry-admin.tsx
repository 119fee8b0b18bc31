import { setNonce } from "get-nonce"
import { createRoot } from "react-dom/client"
import { App } from "./admin/app"
import { nonce } from "./lib/shell"
import { applyTheme } from "./lib/theme"
import "./styles/admin.css"

// The page's policy allows only styles that carry its nonce: the scroll lock of dialogs, for one.
if (nonce) setNonce(nonce)
applyTheme()

const root = document.getElementById("root")
if (root) createRoot(root).render(<App />)

import { createRoot } from "react-dom/client"
import "./styles/admin.css"

const root = document.getElementById("root")
if (root)
  createRoot(root).render(<main className="p-10 font-text text-ink">Behind the counter</main>)

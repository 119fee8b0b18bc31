import { painted } from "@/lib/painted"
import { began } from "../form-token"

/** Notes when a visitor begins with a form: on a slow line React comes long after the first word. */
export function forms() {
  const inForm = (element: Element | null) => Boolean(element?.closest?.("form"))
  let key = ""
  const begin = async (since = performance.now()) => {
    await painted()
    key ||= JSON.parse(document.getElementById("state")?.textContent || "{}").key
    if (key) began(key, since)
  }
  for (const kind of ["focusin", "input"]) {
    document.addEventListener(kind, (event) => inForm(event.target as Element) && begin(), {
      capture: true, // while React is on its way it keeps the rest to itself
      passive: true,
    })
  }
  // Who is in a form already began at some time since the page came.
  if (inForm(document.activeElement)) begin(0)
}

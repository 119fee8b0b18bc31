import { StrictMode, startTransition, useEffect } from "react"
import { hydrateRoot } from "react-dom/client"
import type { PageData } from "./site/data"
import { keepTyping } from "./site/hydrating"
import { Site } from "./site/site"

/** Brings the page to life; done when React has taken it over. */
export function hydrate(): Promise<void> {
  const root = document.getElementById("root") as HTMLElement
  const state = document.getElementById("state") as HTMLElement
  const data: PageData = JSON.parse(state.textContent ?? "")
  const release = keepTyping(root)
  const ready = new Promise<void>((done) => {
    // In slices: whoever called React by using a control sees the control move meanwhile.
    startTransition(() => {
      hydrateRoot(
        root,
        <StrictMode>
          <Ready done={done} />
          <Site data={data} />
        </StrictMode>,
        { onRecoverableError: (error) => console.error(error) },
      )
    })
  })
  return ready.then(release)
}

function Ready({ done }: { done: () => void }) {
  useEffect(done, [done])
  return null
}

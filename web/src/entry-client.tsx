import { StrictMode, startTransition, useEffect } from "react"
import { hydrateRoot } from "react-dom/client"
import { DROPPED, SHOWN } from "./site/boot/events"
import type { PageData } from "./site/data"
import { keepTyping } from "./site/hydrating"
import { prepare, Site } from "./site/site"

const data = new WeakMap<Element, PageData>()

/** Brings a page to life; done when React has taken it over. */
export async function hydrate(root: HTMLElement, state: string): Promise<void> {
  const page: PageData = JSON.parse(state)
  data.set(root, page)
  const release = keepTyping(root)
  await new Promise<void>((done) => {
    // In slices: whoever called React by using a control sees the control move meanwhile.
    startTransition(() => {
      const react = hydrateRoot(
        root,
        <StrictMode>
          <Ready done={done} />
          <Site data={page} />
        </StrictMode>,
        { onRecoverableError: (error) => console.error(error) },
      )
      root.addEventListener(DROPPED, () => react.unmount(), { once: true })
    })
  })
  release()
  comeBack()
}

/** Words, drawings and pictures are those of the page that is shown. */
function comeBack() {
  const page = data.get(document.getElementById("root") as HTMLElement)
  if (page) prepare(page)
}
addEventListener(SHOWN, comeBack)

function Ready({ done }: { done: () => void }) {
  useEffect(done, [done])
  return null
}

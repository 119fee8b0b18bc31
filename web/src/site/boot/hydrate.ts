const IDLE_AFTER_MS = 5000

/**
 * Loads React when the visitor shows interest in something it serves, or when
 * the page has been quiet for a while. Links and forms work before that: a
 * click follows its link, and a form sent early is held and sent by React, or
 * by the browser when React does not come.
 */
export function wake() {
  let ready = false
  let loading: Promise<void> | undefined

  async function hydrate() {
    const client = await import("../../entry-client")
    await client.hydrate()
    ready = true
    document.documentElement.toggleAttribute("data-ready", true)
  }
  const load = () => {
    loading ??= hydrate()
    return loading
  }
  const start = () => void load().catch(() => {})

  for (const kind of ["pointerover", "pointerdown", "focusin", "touchstart", "input"]) {
    document.addEventListener(
      kind,
      (event) => {
        if ((event.target as Element).closest?.("form, .job")) start()
      },
      { passive: true },
    )
  }

  document.addEventListener(
    "submit",
    (event) => {
      if (ready) return
      event.preventDefault()
      event.stopImmediatePropagation()
      const form = event.target as HTMLFormElement
      load().then(
        () => form.requestSubmit(),
        () => form.submit(),
      )
    },
    { capture: true },
  )

  // A message that is on the page already has to leave again.
  if (document.querySelector(".toast")) start()
  const later = () =>
    setTimeout(() => (window.requestIdleCallback ?? setTimeout)(start), IDLE_AFTER_MS)
  if (document.readyState === "complete") later()
  else addEventListener("load", later)
}

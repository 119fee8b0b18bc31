import { expect, test, vi } from "vitest"
import type { Showing } from "@/lib/preview"
import { channel } from "./channel"

const page = (title: string): Showing => ({
  path: "/",
  theme: "light",
  content: { hero_content: { title } },
})

/** A preview that has said that it is there. */
function framed() {
  const frame = document.body.appendChild(document.createElement("iframe"))
    .contentWindow as Window & typeof globalThis
  const heard: MessageEvent[] = []
  frame.addEventListener("message", (event) => heard.push(event as MessageEvent))
  const own = channel(() => frame, vi.fn())
  own.open()
  const data = { from: "preview", says: "ready" }
  window.dispatchEvent(
    new MessageEvent("message", { data, origin: location.origin, source: frame }),
  )
  return { own, frame, shown: () => heard.map(({ data }) => data.show) }
}

const taskEnded = () => Promise.resolve()
const frameDrawn = () => new Promise((drawn) => requestAnimationFrame(drawn))

test("the preview has a key before the screen is drawn, and of many in one picture the last", async () => {
  const { own, shown } = framed()
  own.show(page(""))
  own.show(page("O")) // a change in two steps
  expect(shown()).toEqual([])
  await taskEnded()
  expect(shown()).toEqual([page("O")])
  own.show(page("Ou"))
  own.show(page("Our"))
  await taskEnded()
  expect(shown()).toHaveLength(1)
  await frameDrawn()
  expect(shown()).toEqual([page("O"), page("Our")])
  await frameDrawn()
  own.show(page("Ours"))
  await taskEnded()
  expect(shown().at(-1)).toEqual(page("Ours"))
})

test("the preview has a copy, which the form does not write to", async () => {
  const { own, shown } = framed()
  const typed = page("Ours.")
  own.show(typed)
  await taskEnded()
  typed.path = "/about"
  expect(shown()[0].path).toBe("/")
})

test("a page that may not be touched gets a message", async () => {
  const { own, frame } = framed()
  const post = vi.spyOn(frame, "postMessage").mockReturnValue()
  vi.spyOn(frame, "dispatchEvent").mockImplementation(() => {
    throw new DOMException("Blocked", "SecurityError")
  })
  own.show(page("Ours."))
  await taskEnded()
  expect(post).toHaveBeenCalledWith({ to: "preview", show: page("Ours.") }, location.origin)
})

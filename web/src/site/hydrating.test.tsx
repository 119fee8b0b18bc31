import { act, startTransition } from "react"
import { hydrateRoot } from "react-dom/client"
import { expect, it, vi } from "vitest"
import { keepTyping, TYPING } from "./hydrating"

const rendered = vi.fn()
const heard = vi.fn()

function Field() {
  rendered()
  return <input onKeyUp={heard} onClick={heard} />
}

it("a key is not what React takes the page over for, and is heard once it has", async () => {
  document.body.innerHTML = "<div><input></div>"
  const root = document.body.firstElementChild as HTMLElement
  const input = root.querySelector("input") as HTMLInputElement
  const use = (kind: string) => input.dispatchEvent(new Event(kind, { bubbles: true }))
  const release = keepTyping(root)
  await act(async () => {
    startTransition(() => void hydrateRoot(root, <Field />))
    for (const kind of TYPING) use(kind)
    expect(rendered).not.toHaveBeenCalled()
  })
  expect(rendered).toHaveBeenCalled()
  expect(heard).not.toHaveBeenCalled()
  release()
  use("keyup")
  expect(heard).toHaveBeenCalledOnce()
})

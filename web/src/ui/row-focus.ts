import { toggleOf } from "./fold"

const buttonsOf = (list: Element | null | undefined) =>
  list?.isConnected ? [...list.querySelectorAll<HTMLElement>("[data-remove]")] : []

/**
 * Where the focus goes when the row of this button is gone: to the same button of the next row, else of the one before,
 * else to what adds a row. In a closed row it goes to what opens that. Rows stand in [data-rows], their buttons are [data-remove], and [data-add] adds one.
 */
export function afterRow(button: Element | null): () => HTMLElement | null {
  const list = button?.closest("[data-rows]")
  // That of now: the same place in another screen has nothing to do with the row.
  const add =
    list?.querySelector<HTMLElement>("[data-add]") ??
    document.querySelector<HTMLElement>("[data-add]")
  const at = buttonsOf(list).indexOf(button as HTMLElement)
  if (at < 0) return () => null
  return () => {
    const left = buttonsOf(list)
    const next = left[at] ?? left[at - 1]
    return next ? (toggleOf(next) ?? next) : add?.isConnected ? add : null
  }
}

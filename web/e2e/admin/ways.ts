import type { Locator } from "@playwright/test"

/** Presses a key on something as a person without a mouse does. */
export async function press(on: Locator, key = "Enter") {
  await on.focus()
  await on.press(key)
}

/** Each walk with a mouse on a desk, and without one on a phone. */
export const WAYS = [
  { how: "at 1440", size: { width: 1440, height: 900 }, act: (on: Locator) => on.click() },
  { how: "by keyboard at 390", size: { width: 390, height: 844 }, act: (on: Locator) => press(on) },
]

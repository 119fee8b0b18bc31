import { expect, test } from "vitest"
import { contrast, type Hex } from "./colour"
import { mailColours } from "./mail-colours"
import { theme } from "./theme"

test("mails can be read in every hue, by day and by night", () => {
  const faint: string[] = []
  for (let hue = 0; hue < 360; hue += 5)
    for (const tint of [0, 0.5, 1, 1.7, 2.5]) {
      const made = mailColours(theme({ hue_glass: hue, hue_dot: 33, tint }))
      for (const { page, sheet, ink, onInk, link, foot } of Object.values(made ?? {}))
        for (const [over, under] of [
          [ink, sheet],
          [ink, page],
          [onInk, ink],
          [link, sheet],
          [foot, sheet],
        ] as [Hex, Hex][])
          if (contrast(over, under) < 4.5) faint.push(`${over} on ${under} at ${hue}, ${tint}`)
    }
  expect(faint).toEqual([])
})

test("the hues that the program came with leave mails as they are", () => {
  expect(mailColours(theme())).toBeUndefined()
  expect(mailColours(theme({ type: "survey" }))).toBeUndefined()
})

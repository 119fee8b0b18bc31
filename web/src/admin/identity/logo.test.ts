import { expect, test } from "vitest"
import { countedIn } from "./logo"

type Rgba = [number, number, number, number]

const pixels = (...runs: [count: number, pixel: Rgba][]) =>
  runs.flatMap(([count, pixel]) => Array.from({ length: count }, () => pixel).flat())

test("a logo is counted by its colours, without what is transparent or white", () => {
  const found = countedIn(
    pixels(
      [40, [255, 255, 255, 255]],
      [30, [0, 90, 160, 255]],
      [10, [250, 210, 0, 255]],
      [20, [250, 0, 0, 10]],
    ),
  )
  expect(found).toEqual([
    { hex: "#005aa0", share: 0.75 },
    { hex: "#fad200", share: 0.25 },
  ])
})

test("greys are one colour, however many they are", () => {
  const found = countedIn(pixels([1, [20, 20, 20, 255]], [1, [60, 60, 60, 255]]))
  expect(found).toEqual([{ hex: "#282828", share: 1 }])
})

test("a logo of nothing has no colours", () => {
  expect(countedIn(pixels([9, [255, 255, 255, 255]], [9, [1, 2, 3, 0]]))).toEqual([])
})

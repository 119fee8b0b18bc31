import { expect, test } from "vitest"
import { fitted, resized, sizeOf, uncropped } from "./frame"

const wide = { width: 2000, height: 1000, focal_x: 0.9, focal_y: 0.5 }

test("without a crop the frame stays around the focal point and inside the picture", () => {
  const frame = uncropped(wide, 1)
  expect(frame).toEqual({ x: 0.5, y: 0, width: 0.5, height: 1 })
  expect(uncropped({ ...wide, focal_x: 0.4 }, 1).x).toBeCloseTo(0.15)
})

test("a frame keeps its shape at every size and at every edge", () => {
  for (const shape of [7 / 8, 1, 1200 / 630])
    for (const size of [0, 0.1, 0.5, 1, 3])
      for (const x of [-1, 0, 0.3, 2]) {
        const { width, height, ...at } = fitted(wide, shape, { x, y: x, size })
        expect((width * wide.width) / (height * wide.height)).toBeCloseTo(shape)
        expect(at.x).toBeGreaterThanOrEqual(0)
        expect(at.x + width).toBeLessThanOrEqual(1.0001)
        expect(at.y + height).toBeLessThanOrEqual(1.0001)
      }
})

test("a frame is resized around its middle", () => {
  const half = resized(wide, 1, uncropped({ ...wide, focal_x: 0.5 }, 1), 0.5)
  expect(sizeOf(wide, 1, half)).toBeCloseTo(0.5)
  expect(half.x + half.width / 2).toBeCloseTo(0.5)
})

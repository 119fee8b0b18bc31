import { beforeEach, expect, it } from "vitest"
import { shared, sized, sizeFor } from "./sizes"

const face = "/storage/v1/object/public/media/face.jpg"
const rendered = "/storage/v1/render/image/public/media/face.jpg"

beforeEach(() => sizeFor({ [face]: { w: 4000, h: 3000, v: "k2" } }))

it("leaves a picture from elsewhere as it is", () => {
  const foreign = { src: "https://a.example/b.png", width: 7, height: 8 }
  expect(sized(foreign.src, { width: 7, height: 8, sizes: "46vw" })).toEqual(foreign)
  expect(shared(foreign.src)).toBe(foreign.src)
})

it("offers a portrait in several sizes of one shape", () => {
  const { src, srcSet, ...rest } = sized(face, { width: 280, height: 320, sizes: "46vw" })
  expect(rest).toEqual({ sizes: "46vw", width: 280, height: 320 })
  expect(src).toBe(`${rendered}?width=320&height=366&quality=65&v=k2`)
  expect(srcSet?.split(", ").map((one) => one.split(" ")[1])).toEqual([
    "160w",
    "240w",
    "320w",
    "480w",
    "640w",
  ])
})

it("offers no size that a small picture does not have", () => {
  sizeFor({ [face]: { w: 300, h: 300, v: "k2" } })
  expect(sized(face, { width: 280, height: 320, sizes: "46vw" }).srcSet).toMatch(/240w$/)
  sizeFor({ [face]: { w: 50, h: 50, v: "k2" } })
  expect(sized(face, { width: 280, height: 320, sizes: "46vw" }).srcSet).toMatch(/160w$/)
})

it("offers a logo by its height, with the room that it takes", () => {
  const { srcSet, width, height } = sized(face, { width: 96, height: 24 })
  expect([width, height]).toEqual([32, 24])
  expect(srcSet).toContain(`${rendered}?height=72&quality=65&v=k2 3x`)
})

it("cuts what shared links show", () => {
  expect(shared(face, { [face]: { w: 1, h: 1, v: "k2" } })).toBe(
    `${rendered}?width=1200&height=630&v=k2`,
  )
})

it("shows a logo as wide as it comes, and a square once it was cropped", () => {
  const logo = "/storage/v1/object/public/media/logo.png"
  sizeFor({ [logo]: { w: 900, h: 300, v: "k2" } })
  expect(sized(logo, { width: 96, height: 24 })).toMatchObject({ width: 72, height: 24 })
  sizeFor({ [logo]: { w: 900, h: 300, v: "k3", logo: true } })
  const { src, width, height } = sized(logo, { width: 96, height: 24 })
  expect(src).toContain("?width=24&height=24&")
  expect([width, height]).toEqual([24, 24])
})

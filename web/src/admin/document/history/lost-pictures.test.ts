import { afterEach, expect, test, vi } from "vitest"
import { withoutLost } from "./lost-pictures"

const at = (name: string) => `/storage/v1/object/public/media/${name}.png`

// Pictures are on a server that a test of values has none of.
const only = (...names: string[]) =>
  vi.stubGlobal("fetch", async (address: string) => ({
    status: names.some((name) => address === at(name)) ? 200 : 404,
  }))

afterEach(() => vi.unstubAllGlobals())

test("values without pictures, and pictures that are shown now, are not asked about", () => {
  only()
  const then = { title: "A", logo_url: at("here") }
  expect(withoutLost(then, { logo_url: at("here") })).toEqual({ values: then, isLess: false })
})

test("what is there now stays where a picture was deleted", async () => {
  only("kept")
  const then = {
    logo_url: at("gone"),
    body: `<p>a</p><img src="${at("gone")}" alt=""><img src="${at("kept")}" alt="">`,
    members: [
      { name: "A", image_url: at("gone") },
      { name: "B", image_url: at("gone") },
      { name: "C", image_url: at("kept") },
    ],
  }
  const now = { logo_url: "https://c.example/c.png", members: [{ name: "B", image_url: "b.png" }] }
  expect(await withoutLost(then, now)).toEqual({
    isLess: true,
    values: {
      logo_url: "https://c.example/c.png",
      body: `<p>a</p><img src="${at("kept")}" alt="">`,
      members: [
        { name: "A", image_url: "" },
        { name: "B", image_url: "b.png" },
        { name: "C", image_url: at("kept") },
      ],
    },
  })
})

import { describe, expect, test } from "vitest"
import { DEFAULT_MARK, DEFAULT_THEME } from "./identity"
import { SUGGESTIONS } from "./suggestions"
import { validateMark, validateTheme } from "./validate"

const photo = { url: "/storage/v1/object/public/media/one-1.jpg", x: 0.5, y: 1, alt: "A quay" }

describe("a theme", () => {
  test("may be any of the suggestions, whole or in part", () => {
    expect(validateTheme(DEFAULT_THEME)).toEqual([])
    expect(validateTheme({})).toEqual([])
    expect(validateTheme({ ...DEFAULT_THEME, seed: 9999, photos: [photo], tint: 0.15 })).toEqual([])
    for (const { name: _, mark, ...look } of SUGGESTIONS) {
      expect(validateTheme(look)).toEqual([])
      expect(validateMark({ ...mark, initial: mark.initial && "B" })).toEqual([])
    }
  })

  test.each<[unknown]>([
    [null],
    [[]],
    ["red"],
    [{ hue_glass: 360 }],
    [{ hue_glass: 1.5 }],
    [{ hue_dot: "33" }],
    [{ tint: 0.07 }],
    [{ tint: Number.NaN }],
    [{ type: "comic" }],
    [{ type: "toString" }],
    [{ art: ["vessels"] }],
    [{ seed: 10000 }],
    [{ seed: "1" }],
    [{ pack: "" }],
    [{ radius: 4 }],
    [JSON.parse('{"__proto__": 1}')],
    [{ constructor: 1 }],
    [{ photos: {} }],
    [{ photos: Array(13).fill(photo) }],
    [{ photos: [{ ...photo, alt: "" }] }],
    [{ photos: [{ ...photo, alt: "a".repeat(161) }] }],
    [{ photos: [{ ...photo, x: 1.1 }] }],
    [{ photos: [{ ...photo, w: 10 }] }],
    [{ photos: [{ url: photo.url }] }],
    ...[
      "https://elsewhere.example/a.jpg",
      "//elsewhere.example/a.jpg",
      "/\\elsewhere.example/a.jpg",
      "javascript:alert(1)",
      "/storage/v1/object/public/media/../secret",
      "/storage/v1/object/public/media/%2e%2e/secret",
      '/storage/v1/object/public/media/a".jpg',
      "/storage/v1/object/public/media/a);.jpg",
      "/storage/v1/object/public/media/a\n.jpg",
      "/storage/v1/object/sign/media/a.jpg",
    ].map((url): [unknown] => [{ photos: [{ ...photo, url }] }]),
  ])("must not be %j", (json) => {
    const sentences = validateTheme(json)
    expect(sentences).not.toEqual([])
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/)
  })
})

describe("a mark", () => {
  test("may be generated or uploaded", () => {
    expect(validateMark(DEFAULT_MARK)).toEqual([])
    expect(validateMark({ ...DEFAULT_MARK, initial: "É" })).toEqual([])
    expect(validateMark({ ...DEFAULT_MARK, kind: "uploaded", url: photo.url })).toEqual([])
  })

  test.each([
    [{ kind: "drawn" }],
    [{ kind: "uploaded", url: "" }],
    [{ frame: "star" }],
    [{ dot: "x" }],
    [{ initial: "AB" }],
    [{ url: "data:image/svg+xml,<svg/>" }],
    [{ svg: "<svg/>" }],
  ])("must not be %j", (json) => expect(validateMark(json)).toHaveLength(1))
})

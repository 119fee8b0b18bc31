import { describe, expect, it } from "vitest"
import { ART_DEFS } from "./defs"
import { bust, emblem, forms, openRoles, plinth, stage } from "./objects"
import { pane, panes } from "./panes"

const drawings = () => [
  ...panes.map((_, i) => pane(i)),
  ...["Search", "Code", "Rocket", "TrendingUp", "Unknown"].map(stage),
  ...[0, 1, 2, 3, 4].map(bust),
  plinth(true, "Reserved"),
  openRoles(["Engineer", "Designer"]),
  ...forms(["Parchi", "Lotwise"]).map(emblem),
]

describe("the art kit", () => {
  it("draws the same thing twice", () => expect(drawings()).toEqual(drawings()))

  it("writes no style attribute and no number that is not one", () => {
    const all =
      ART_DEFS +
      drawings()
        .map((scene) => scene.body)
        .join("")
    expect(all).not.toMatch(/ style=|NaN|undefined|Infinity/)
  })

  it("gives a name its own form, whoever stands beside it", () => {
    expect(forms(["Parchi", "Lotwise"])[0]).toEqual(forms(["Parchi"])[0])
  })

  it("never shows the same form twice in a row, however long the list", () => {
    const kinds = forms(Array.from({ length: 60 }, (_, i) => `Company ${i}`)).map((f) => f.kind)
    expect(kinds.every((kind, i) => i === 0 || kind !== kinds[i - 1])).toBe(true)
  })

  it("draws an unknown icon as a plan", () => expect(stage("Unknown")).toEqual(stage("Search")))

  it("draws six open roles at most", () => {
    const many = openRoles(Array.from({ length: 40 }, (_, i) => `Role ${i}`))
    expect(many.body.match(/v-axis/g)).toHaveLength(6)
  })
})

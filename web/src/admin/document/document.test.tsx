import { arrayMove } from "@dnd-kit/sortable"
import { expect, test } from "vitest"
import { asHtml, asText } from "./as-text"
import { labelled, labelsOf } from "./labels"
import { moveOne } from "./move-one"

test("a move is told from the order before and after", () => {
  const before = ["a", "b", "c", "d"]
  for (let from = 0; from < 4; from++)
    for (let to = 0; to < 4; to++) {
      const after = arrayMove(before, from, to)
      expect(arrayMove(before, ...moveOne(before, after))).toEqual(after)
    }
})

test("a form can be taken along as text, with its lines, lists and links", () => {
  const about = [
    "<p>Own <b>checkout</b>.<br>All of it.</p><h3>How</h3>",
    "<ul><li><p>Ship</p><ol><li>soon</li><li>often</li></ol></li><li>Sell</li></ul>",
    '<blockquote><p>Quote</p></blockquote><p>See <a href="https://a.example/x">the shop</a> &amp; more</p>',
  ].join("")
  const values = {
    title: "1 < 2",
    about,
    note: "<p>Short</p>",
    rank: 1,
    is_active: false,
    empty: "",
    responsibilities: ["Ship", "", "Sell"],
    featured_areas: [{ id: 7, title: "One", description: "Two\nlines" }],
  }
  expect(asText(values).split("\n")).toEqual([
    "Title: 1 < 2",
    "About:",
    "Own checkout.",
    "All of it.",
    "",
    "How",
    "",
    "- Ship",
    "  1. soon",
    "  2. often",
    "- Sell",
    "",
    "> Quote",
    "",
    "See the shop (https://a.example/x) & more",
    "Note: Short",
    "Rank: 1",
    "Is active: No",
    "Responsibilities:",
    "- Ship",
    "- Sell",
    "Featured areas 1, Title: One",
    "Featured areas 1, Description:",
    "Two",
    "lines",
  ])
  const html = asHtml(values)
  expect(html).toContain(`<p><strong>About:</strong></p>${about}`)
  expect(html).toContain("<p><strong>Title:</strong> 1 &lt; 2</p>")
  expect(html).toContain("<ul><li>Ship</li><li>Sell</li></ul>")
})

test("a form that is taken along speaks of its fields as the form does", () => {
  const form = { control: {} }
  labelled(form, "cta_primary_text", "Primary button")
  labelled(form, "featured_areas", "Area")
  labelled(form, "featured_areas.0.title", "Heading")
  labelled(form, "is_visible", "Visible")
  const values = {
    cta_primary_text: "Go",
    featured_areas: [{ title: "One" }, { title: "Two" }],
    is_visible: true,
  }
  expect(asText(values, labelsOf(form)).split("\n")).toEqual([
    "Primary button: Go",
    "Area 1, Heading: One",
    "Area 2, Heading: Two",
    "Visible: Yes",
  ])
  expect(asHtml(values, labelsOf(form))).toContain("<strong>Primary button:</strong> Go")
})

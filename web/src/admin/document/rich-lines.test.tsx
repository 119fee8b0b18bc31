import { expect, test } from "vitest"
import { isRich, textOf } from "./rich-lines"

test("rich text is read as lines", () => {
  expect(textOf('<p>One <a href="/two" target="_blank">two</a></p><ul><li>three</li></ul>')).toBe(
    "One two (/two)\n\n- three",
  )
  expect(textOf("one<br>two")).toBe("one\ntwo")
  expect(textOf('<p>Before</p><p><img src="/a.png" alt="A shelf"></p><img src="/b.png">')).toBe(
    "Before\n\n[Picture: A shelf] (/a.png)\n\n[Picture] (/b.png)",
  )
})

test("what only looks like it stays as it was typed", () => {
  for (const typed of [
    "a < b",
    "<b onclick=alert(1)>x</b>",
    '<p title="x">y</p>',
    '<p>x</p><img src="x" onerror="alert(1)">',
    "<svg><script>alert(1)</script></svg>",
    "<style>p{}</style>",
    "</p><!--",
  ]) {
    expect(isRich(typed), typed).toBe(false)
    expect(textOf(typed)).toBe(typed)
  }
})

import { expect, test } from "vitest"
import { checked } from "./checks"
import { buttonBlock, companyBlock, jobsBlock } from "./letter-blocks"

test("what is put into a letter is ordinary HTML, whatever it is called", () => {
  expect(buttonBlock("Read <it> & more", '/about?a="1"')).toBe(
    '<p><a href="/about?a=&quot;1&quot;">Read &lt;it&gt; &amp; more</a></p>',
  )
  expect(
    jobsBlock([
      { title: "Designer", location: "Delhi", slug: "designer" },
      { title: "R&D", location: "", slug: "r-d" },
    ]),
  ).toBe(
    '<h2>Open jobs</h2><ul><li><p><a href="/careers/designer">Designer</a>, Delhi</p></li><li><p><a href="/careers/r-d">R&amp;D</a></p></li></ul>',
  )
  const company = { name: "Parchi", description: "<p>Shops <b>that</b> answer</p>" }
  expect(companyBlock({ ...company, website_url: "https://parchi.example" })).toBe(
    '<h2>Parchi</h2><p>Shops that answer</p><p><a href="https://parchi.example">Visit Parchi</a></p>',
  )
  expect(companyBlock({ ...company, description: "", website_url: null })).toBe("<h2>Parchi</h2>")
})

test("checks look at links to own pages, and at pictures without a text", () => {
  expect(
    checked(
      '<p><a href="/about">us</a> <a href="//evil.example">x</a> <a href="https://a.example/b">y</a></p><img src="/a.png" alt=" "><img src="/b.png" alt="A shelf">',
    ),
  ).toEqual({ paths: ["/about"], nameless: 1 })
})

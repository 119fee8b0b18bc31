import { Editor } from "@tiptap/core"
import { expect, test } from "vitest"
import { paste } from "./rich-paste"
import { extensions, isLink, toLink } from "./rich-schema"

const through = (content: string) => {
  const editor = new Editor({ extensions, content, injectCSS: false })
  const html = editor.getHTML()
  editor.destroy()
  return html
}

test.each([
  "<p>Plain &amp; simple, 1 &lt; 2</p>",
  "<p><strong>bold</strong> <em>italic</em> <u>under</u> <s>gone</s> <code>x</code></p>",
  "<p>one<br>two</p>",
  "<h2>Two</h2><h3>Three</h3><h4>Four</h4>",
  "<ul><li><p>one</p></li><li><p>two</p><ul><li><p>inner</p></li></ul></li></ul>",
  "<ol><li><p>one</p></li></ol>",
  "<blockquote><p>said</p></blockquote>",
  "<pre><code>let x = 1\nlet y</code></pre>",
  "<p>a</p><hr><p>b</p>",
  '<p><a href="https://a.example/b?c=1">out</a> <a href="/careers">in</a> <a href="mailto:a@b.co">mail</a> <a href="tel:+911">call</a></p>',
])("%s opens and saves without loss", (html) => expect(through(html)).toBe(html))

const wraps = ["strong", "em", "u", "s", "code", 'a href="/about"'].map(
  (tag) => (inner: string) => `<${tag}>${inner}</${tag.split(" ")[0]}>`,
)

test("every two marks are kept together", () => {
  const pairs = wraps.flatMap((outer) =>
    wraps
      .filter((inner) => inner !== outer)
      .map((inner) => [`<p>${outer(inner("x"))}</p>`, `<p>${inner(outer("x"))}</p>`]),
  )
  const kept = through(pairs.map(([one]) => one).join("")).match(/<p>.*?<\/p>/g)
  expect(kept).toHaveLength(30)
  for (const [at, pair] of pairs.entries()) expect(pair).toContain(kept?.[at])
})

test("a code block keeps its marks", () => {
  const html = wraps.map((wrap) => `<pre><code>a ${wrap("b")}</code></pre>`).join("")
  // Code within code means nothing more.
  expect(through(html)).toBe(html.replace("<code>b</code>", "b"))
})

const blocks = [
  "<p>x</p>",
  "<h2>x</h2>",
  "<h3>x</h3>",
  "<h4>x</h4>",
  "<ul><li><p>x</p></li></ul>",
  "<ol><li><p>x</p></li></ol>",
  "<blockquote><p>x</p></blockquote>",
  "<pre><code>x</code></pre>",
  "<hr>",
]

test.each(blocks)("%s is kept in an item and in a quote", (block) => {
  const html = [
    `<ul><li>${block}</li></ul>`,
    `<ol><li>${block}<p>after</p></li><li><p>before</p>${block}</li></ol>`,
    `<blockquote>${block}</blockquote>`,
    `<blockquote><p>before</p>${block}<p>after</p></blockquote>`,
  ].join("")
  expect(through(html)).toBe(html)
})

const pressed = (content: string, ...keys: string[]) => {
  const editor = new Editor({ extensions, content, injectCSS: false })
  editor.commands.setTextSelection(editor.state.doc.content.size)
  for (const key of keys) editor.commands.keyboardShortcut(key)
  const html = editor.getHTML()
  editor.destroy()
  return html
}

test.each([
  ["<ul><li><h3>a</h3></li></ul>", ["Enter"], "<ul><li><h3>a</h3></li><li><p></p></li></ul>"],
  ["<ul><li><h3>a</h3></li></ul>", ["Enter", "Enter"], "<ul><li><h3>a</h3></li></ul><p></p>"],
  [
    "<ul><li><h3>a</h3></li><li><p>b</p></li></ul>",
    ["Tab"],
    "<ul><li><h3>a</h3><ul><li><p>b</p></li></ul></li></ul>",
  ],
  [
    "<ul><li><h3>a</h3><ul><li><p>b</p></li></ul></li></ul>",
    ["Shift-Tab"],
    "<ul><li><h3>a</h3></li><li><p>b</p></li></ul>",
  ],
  ["<ul><li><h3>a</h3></li></ul>", ["Shift-Tab"], "<h3>a</h3>"],
  [
    "<ul><li><pre><code>a</code></pre></li></ul>",
    ["Enter"],
    "<ul><li><pre><code>a\n</code></pre></li></ul>",
  ],
])("the end of %s takes %j", (content, keys, html) => expect(pressed(content, ...keys)).toBe(html))

test.each([
  ["<p><b>b</b> <i>i</i></p>", "<p><strong>b</strong> <em>i</em></p>"],
  ["<ul><li>bare</li></ul>", "<ul><li><p>bare</p></li></ul>"],
  ["bare text", "<p>bare text</p>"],
])("%s means the same after the editor", (stored, saved) => expect(through(stored)).toBe(saved))

test.each([
  "javascript:alert(1)",
  "data:text/html,x",
  "//evil.example",
  "/\\evil",
  "vbscript:x",
  "",
])("%s is no link", (href) => {
  expect(isLink(href)).toBe(false)
  expect(through(`<p><a href="${href}">x</a></p>`)).not.toContain("href")
})

test.each([
  ["example.com", "https://example.com"],
  ["hello@example.com", "mailto:hello@example.com"],
  ["/about", "/about"],
  ["https://a.example", "https://a.example"],
  ["two words", undefined],
  ["javascript:alert(1)", undefined],
])("typing %j links to %j", (typed, href) => expect(toLink(typed)).toBe(href))

test("paste from Word keeps the words and the lists, and nothing else", () => {
  const word = `<html xmlns:o="urn"><head><style>p.MsoNormal{color:red}</style></head><body>
    <h1 style="mso-style:x">Role</h1>
    <p class="MsoNormal" style="margin:0"><b><span style="color:red">Own</span></b> the <o:p></o:p>path</p>
    <p class="MsoNormal"><o:p>&nbsp;</o:p></p>
    <p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·<span>   </span></span>First</p>
    <p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·<span>   </span></span>Second</p>
    <p class="MsoListParagraph" style="mso-list:l1 level1 lfo2"><span style="mso-list:Ignore">1.<span>  </span></span>One</p>
    </body></html>`
  expect(through(paste(word))).toBe(
    "<h2>Role</h2><p><strong>Own</strong> the path</p><ul><li><p>First</p></li><li><p>Second</p></li></ul><ol><li><p>One</p></li></ol>",
  )
})

test("paste from Word keeps the levels of a list, and words that look like a number", () => {
  const item = (level: number, mark: string, text: string) =>
    `<p class="MsoListParagraph" style="mso-list:l0 level${level} lfo1"><span style="mso-list:Ignore">${mark} </span>${text}</p>`
  const word = [
    item(1, "·", "Go. Every day"),
    item(3, "§", "deep"),
    item(3, "§", "as deep"),
    item(2, "1.", "first"),
    item(1, "·", "last"),
    item(1, "a)", "numbered"),
    `<p class="MsoListParagraph">2) typed</p><p>After</p>`,
    item(2, "o", "alone"),
  ].join("\n")
  expect(through(paste(word))).toBe(
    [
      "<ul><li><p>Go. Every day</p><ul><li><p>deep</p></li><li><p>as deep</p></li></ul><ol><li><p>first</p></li></ol></li><li><p>last</p></li></ul>",
      "<ol><li><p>numbered</p></li><li><p>typed</p></li></ol>",
      "<p>After</p><ul><li><p>alone</p></li></ul>",
    ].join(""),
  )
})

test("paste keeps the paragraphs of an item apart, and drops empty lines between blocks", () => {
  expect(through(paste("<ul><li><p>a</p><p>b</p></li></ul><br /><p>c<br>d</p>"))).toBe(
    "<ul><li><p>a</p><p>b</p></li></ul><p>c<br>d</p>",
  )
})

test("paste from Google Docs keeps weights and drops the wrapper", () => {
  const docs = `<meta charset="utf-8"><b style="font-weight:normal" id="docs-internal-guid-1">
    <p dir="ltr" style="line-height:1.4"><span style="font-weight:700">Bold</span><span style="font-style:italic"> italic</span> <span style="font-weight:400">plain</span></p>
    <ul><li dir="ltr"><p><span>Item</span></p></li></ul></b>`
  expect(through(paste(docs))).toBe(
    "<p><strong>Bold</strong><em> italic</em> plain</p><ul><li><p>Item</p></li></ul>",
  )
})

test("paste brings no script, style or picture", () => {
  const html = `<p onclick="x()">Hi<script>alert(1)</script><img src=x onerror=alert(1)><iframe src="//x"></iframe></p><table><tr><td>cell</td></tr></table>`
  const clean = paste(html)
  expect(clean).not.toMatch(/onclick|script|img|iframe|style|table/)
  expect(clean).toContain("Hi")
  expect(clean).toContain("cell")
})

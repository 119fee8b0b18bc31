import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript"
import { expect, test } from "vitest"

/** What visitors see; the preview and the server render the same. */
const PUBLIC = ["src/site", "src/ui/art", "src/identity/families"]
const ALONE = ["src/ui/brand.tsx", "src/ui/social-icon.tsx"]

const isSource = (name: string) => /\.tsx?$/.test(name) && !/\.(test|gen)\.tsx?$/.test(name)
const files = [
  ...PUBLIC.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  ).filter(isSource),
  ...ALONE,
]

/** The attributes that somebody reads or hears. */
const SPOKEN = /^(alt|title|placeholder|label|aria-(label|description|roledescription|valuetext))$/

/** A sentence looks like one: a capital, and two words. */
const isSentence = (text: string) => /^\p{Lu}\p{L}*[,:]? \p{L}/u.test(text.trim())
const hasLetters = (text: string) => /\p{L}/u.test(text)

/** What only programmers read. */
const isInternal = (node: ts.Node): boolean =>
  ts.isThrowStatement(node) ||
  (ts.isCallExpression(node) && node.expression.getText().startsWith("console.")) ||
  (node.parent !== undefined && isInternal(node.parent))

function literals(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const walk = (node: ts.Node) => {
    if (ts.isJsxText(node) && hasLetters(node.text)) found.push(node.text.trim())
    if (ts.isStringLiteralLike(node) && !isInternal(node)) {
      const { parent } = node
      const spoken = ts.isJsxAttribute(parent) && SPOKEN.test(parent.name.getText())
      if (isSentence(node.text) || (spoken && hasLetters(node.text))) found.push(node.text)
    }
    if (ts.isTemplateHead(node) && isSentence(node.text) && !isInternal(node)) found.push(node.text)
    ts.forEachChild(node, walk)
  }
  walk(source)
  return found
}

test.each(files)("%s says nothing by itself: sentences are rows of words", (file) => {
  expect(literals(file)).toEqual([])
})

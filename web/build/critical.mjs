import { build, transform } from "esbuild"
import postcss from "postcss"

// The styles of the first view, to be inlined: bundled, with the fonts' published addresses,
// and without the custom properties that none of its rules reads.
export async function criticalCss(root, fonts) {
  const bundled = await build({
    absWorkingDir: root,
    entryPoints: ["src/styles/critical.css"],
    bundle: true,
    write: false,
    external: ["*.woff2"],
    logLevel: "warning",
  })
  const css = bundled.outputFiles[0].text.replace(
    /url\("?\.\/fonts\/([\w-]+)\.woff2"?\)/g,
    (_, font) => `url(${fonts[font]})`,
  )
  const pruned = prune(postcss.parse(css)).toString()
  const { code } = await transform(pruned, { loader: "css", minify: true, target: "es2022" })
  return code
    .trim()
    .replace(/(--[\w-]+):\s*([^;}]*)/g, (_, name, value) => `${name}:${tight(value)}`)
}

// A minifier must keep the spaces of a custom property; we know that ours mean nothing.
const tight = (value) =>
  value
    .trim()
    .replace(/([,(])\s+/g, "$1")
    .replace(/#(.)\1(.)\2(.)\3$/, "#$1$2$3")

function prune(sheet) {
  const used = new Set()
  const read = (value) => {
    for (const [, name] of value.matchAll(/var\((--[\w-]+)/g)) used.add(name)
  }
  sheet.walkDecls((decl) => {
    if (!decl.prop.startsWith("--")) read(decl.value)
  })
  // A property may be read by another one only; once nothing is added, the rest is unused.
  for (let before = -1; before !== used.size; ) {
    before = used.size
    sheet.walkDecls(/^--/, (decl) => {
      if (used.has(decl.prop)) read(decl.value)
    })
  }
  sheet.walkDecls(/^--/, (decl) => {
    if (!used.has(decl.prop)) decl.remove()
  })
  sheet.walkRules((rule) => {
    if (rule.nodes.length === 0) rule.remove()
  })
  sheet.walkAtRules((rule) => {
    if (rule.nodes?.length === 0) rule.remove()
  })
  return sheet
}

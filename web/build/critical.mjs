import { build, transform } from "esbuild"
import postcss from "postcss"

// The styles of the first view, to be inlined: bundled, with the fonts' published addresses,
// without the custom properties that none of its rules reads, and those that never change written out;
// a studio's own theme may change them all.
export async function criticalCss(root, fonts, name = "critical") {
  const bundled = await build({
    absWorkingDir: root,
    entryPoints: [`src/styles/${name}.css`],
    bundle: true,
    write: false,
    external: ["*.woff2"],
    logLevel: "warning",
  })
  const css = bundled.outputFiles[0].text.replace(
    /url\("?\.\/fonts\/([\w-]+)\.woff2"?\)/g,
    (_, font) => `url(${fonts[font]})`,
  )
  const sheet = postcss.parse(css)
  const pruned = prune(name === "critical" ? spell(sheet) : withoutFaces(sheet)).toString()
  const { code } = await transform(pruned, { loader: "css", minify: true, target: "es2022" })
  return code
    .trim()
    .replaceAll(" / ", "/")
    .replace(/(--[\w-]+):\s*([^;}]*)/g, (_, name, value) => `${name}:${tight(value)}`)
}

// A minifier must keep the spaces of a custom property; we know that ours mean nothing.
const tight = (value) =>
  value
    .trim()
    .replace(/([,(])\s+/g, "$1")
    .replace(/#(.)\1(.)\2(.)\3$/, "#$1$2$3")

// A property with one value in all themes is written where it is read, if that is shorter; what stays is read there.
function spell(sheet) {
  const sets = new Map()
  sheet.walkDecls(/^--/, ({ prop, value }) => {
    sets.set(prop, [...(sets.get(prop) ?? []), value])
  })
  for (const [name, values] of sets) {
    const read = `var(${name})`
    const uses = []
    sheet.walkDecls((decl) => {
      if (decl.value.includes(read)) uses.push(decl)
    })
    const [value] = values
    const short = value.length <= read.length || uses.length === 1
    if (values.length > 1 || !short) continue
    for (const decl of uses) decl.value = decl.value.replaceAll(read, value)
  }
  return sheet
}

// A theme brings its own faces.
function withoutFaces(sheet) {
  sheet.walkAtRules("font-face", (face) => {
    if (face.toString().includes("url(")) face.remove()
  })
  return sheet
}

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

// Cuts the font files of the six pairings. Not part of the build: the files are in the repository, and this says how they came about.
// Run it in a folder outside the repository that has subset-font and the @fontsource-variable packages of FACES:
//   npm i subset-font @fontsource-variable/{anek-latin,geist,instrument-sans,...} && node .../web/build/fonts.mjs
import { copyFile, readFile, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const require = createRequire(join(process.cwd(), "index.js"))
const subsetFont = require("subset-font")
const web = fileURLToPath(new URL("..", import.meta.url))

/**
 * A display face pins all but its weight; `card` is the weight on sharing cards. `kept` files come from earlier releases, which are a
 * little narrower, and stay as they are, hints included: they were cut again from themselves, without fractions, and Anek to the one weight that is used.
 * fonts-basic.py cuts from these what a first view needs.
 */
const FACES = {
  "anek-display": {
    of: "anek-latin",
    axes: { wdth: 110 },
    weights: [500, 500],
    card: 500,
    kept: true,
  },
  "geist-text": { of: "geist", cut: "wght", weights: [400, 700], kept: true },
  "instrument-display": {
    of: "instrument-sans",
    axes: { wdth: 84 },
    weights: [400, 700],
    card: 600,
  },
  "instrument-text": { of: "instrument-sans", axes: { wdth: 100 }, weights: [400, 600] },
  "bricolage-display": {
    of: "bricolage-grotesque",
    axes: { opsz: 72, wdth: 94 },
    weights: [400, 700],
    card: 600,
  },
  "onest-text": { of: "onest", cut: "wght", weights: [400, 600] },
  "newsreader-display": { of: "newsreader", axes: { opsz: 72 }, weights: [400, 400], card: 400 },
  "hanken-text": { of: "hanken-grotesk", cut: "wght", weights: [400, 600] },
  "schibsted-display": { of: "schibsted-grotesk", cut: "wght", weights: [400, 700], card: 600 },
  "fraunces-display": {
    of: "fraunces",
    cut: "full",
    axes: { opsz: 96, SOFT: 60, WONK: 0 },
    weights: [400, 600],
    card: 500,
  },
  "figtree-text": { of: "figtree", cut: "wght", weights: [400, 600] },
}
const LATIN = range(
  "20-7e a0-ff 131 152-153 2013-2014 2018-201a 201c-201e 2022 2026 2032-2033 2039-203a 20ac 2122 2212",
)
const LATIN_EXT = range("100-130 132-151 154-24f 259 1e00-1e9f 20a0-20ab 20ad-20bf")
const FEATURES = [
  "kern",
  "liga",
  "ccmp",
  "locl",
  "mark",
  "mkmk",
  "tnum",
  "pnum",
  "frac",
  "numr",
  "dnom",
  "rvrn",
]

for (const [name, face] of Object.entries(FACES)) {
  const [min, max] = face.weights
  const wght = min === max ? min : { min, max }
  if (!face.kept) await cut(name, face, "latin", LATIN, { wght })
  await cut(name, face, "latin-ext", LATIN_EXT, { wght })
  if (face.card) await card(name, face)
  await copyFile(
    packaged(face.of, "LICENSE"),
    join(web, `src/styles/fonts/OFL-${licence(name)}.txt`),
  )
}

const WOFF2 = { targetFormat: "woff2", keepFeatures: FEATURES, noHinting: true }

async function cut(name, face, script, text, axes) {
  const file = `src/styles/fonts/${name}${script === "latin" ? "" : "-ext"}.woff2`
  await write(file, await subset(face, script, text, axes, WOFF2))
}

/** The server reads outlines and kerning only, so a card's font has one weight and no substitutions. */
async function card(name, face) {
  const options = {
    targetFormat: "sfnt",
    keepFeatures: ["kern"],
    noHinting: true,
    dropTables: ["GSUB", "STAT"],
  }
  for (const [script, text] of [
    ["latin", LATIN],
    ["latin-ext", LATIN_EXT],
  ]) {
    const file = `src/identity/card-fonts/${name}${script === "latin" ? "" : "-ext"}.ttf`
    await write(file, await subset(face, script, text, { wght: face.card }, options))
  }
}

async function subset(face, script, text, axes, options) {
  const source = packaged(
    face.of,
    `files/${face.of}-${script}-${face.cut ?? "standard"}-normal.woff2`,
  )
  return subsetFont(await readFile(source), text, {
    ...options,
    variationAxes: { ...face.axes, ...axes },
  })
}

async function write(file, bytes) {
  await writeFile(join(web, file), bytes)
  console.log(String(bytes.length).padStart(6), file)
}

function packaged(name, file) {
  return join(process.cwd(), "node_modules/@fontsource-variable", name, file)
}

function licence(name) {
  const family = name.split("-")[0]
  return family[0].toUpperCase() + family.slice(1)
}

function range(list) {
  const points = list.split(" ").flatMap((run) => {
    const [from, to = from] = run.split("-").map((hex) => Number.parseInt(hex, 16))
    return Array.from({ length: to - from + 1 }, (_, i) => from + i)
  })
  return String.fromCodePoint(...points)
}

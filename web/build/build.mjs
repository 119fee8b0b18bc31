// Builds the front end into dist/: `public` is served as it is, `server` is for the Go side only.
import { createHash } from "node:crypto"
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { extname, parse } from "node:path"
import { fileURLToPath } from "node:url"
import { brotliCompressSync } from "node:zlib"
import { build as bundle } from "esbuild"
import { build } from "vite"
import { criticalCss } from "./critical.mjs"
import { fallbackPages } from "./fallback.mjs"
import { buildServer } from "./server.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
await mkdir(`${root}node_modules/.cache`, { recursive: true })
// Made aside and moved at the end: who compiles the Go side meanwhile finds the old build or the new one.
const dist = await mkdtemp(`${root}node_modules/.cache/dist-`)
// `npm run build -- --site` leaves the back-office out, for work on the public pages.
const siteOnly = process.argv.includes("--site")

const PACKED = new Set([".js", ".css", ".svg", ".webmanifest", ".ico"])

await mkdir(`${dist}/server`, { recursive: true })

// Builds of their own, not entries of one: no chunk is shared, so nothing of the back-office can reach a visitor.
const site = await client("site", { boot: "src/entry-boot.ts" })
const admin = siteOnly ? {} : await client("admin", { admin: "src/entry-admin.tsx" })
const preview = siteOnly ? {} : await client("preview", { preview: "src/entry-preview.tsx" })
const server = await buildServer(root, `${dist}/server`)

const boot = site["src/entry-boot.ts"]
const shell = admin["src/entry-admin.tsx"]
const frame = preview["src/entry-preview.tsx"]
// The faces of a fresh site that every page needs, which are fetched ahead of it.
const fonts = {}
const WHOLE = { "anek-basic": "anek-display", "geist-basic": "geist-text" }
for (const name of Object.keys(WHOLE)) {
  fonts[name] = await publish(`src/styles/fonts/${name}.woff2`)
}
// What only studios need that chose something lies apart from what every page has.
const faces = {}
for (const file of await readdir(`${root}src/styles/fonts`)) {
  const { name, ext } = parse(file)
  if (ext !== ".woff2" || name in fonts) continue
  faces[name] = fontOf(site, name) ?? (await publish(`src/styles/fonts/${file}`, "theme"))
}
const assets = {
  boot: `/${boot.file}`,
  css: `/${boot.css[0]}`,
  fonts: Object.values(fonts),
  whole: Object.values(WHOLE).map((name) => fontOf(site, name)),
  critical: await criticalCss(root, fonts),
  icon: await dataUrl("public/favicon.svg"),
  themed: {
    critical: await criticalCss(root, fonts, "critical-themed"),
    faces,
    css: await publishCss("src/styles/themed.css"),
  },
}
await writeFile(`${dist}/server/assets.json`, JSON.stringify(assets))
// A studio's theme changes the colours of the back-office, never its faces: they can come ahead of the stylesheet.
if (shell)
  await writePage(
    "admin",
    shell,
    Object.keys(fonts).map((name) => fontOf(admin, name)),
  )
if (frame) await writePage("preview", frame)
const pages = await fallbackPages(root, server, assets)
await writeFile(`${dist}/server/fallback.json`, JSON.stringify(pages))
await packAll()
await publishAll()

// Where a build has a font that its stylesheet names.
function fontOf(build, name) {
  const font = build[`src/styles/fonts/${name}.woff2`]
  return font && `/${font.file}`
}

// A page of the back-office, still with the placeholders that the server fills in for each answer.
async function writePage(name, { file, css = [] }, faces = []) {
  const links = [
    ...faces.map(
      (one) => `<link rel="preload" href="${one}" as="font" type="font/woff2" crossorigin />`,
    ),
    ...css.map((one) => `<link rel="stylesheet" href="/${one}" />`),
  ]
  const html = await readFile(`${root}${name}.html`, "utf8")
  const page = html
    .replace("</title>", `</title>\n    ${links.join("\n    ")}`)
    .replace(`/src/entry-${name}.tsx`, `/${file}`)
  await writeFile(`${dist}/server/${name}.html`, page)
}

async function client(name, input) {
  await build({
    root,
    logLevel: "warn",
    publicDir: name === "site" ? "public" : false,
    worker: {
      format: "es",
      rollupOptions: { output: { entryFileNames: `assets/${name}/[name]-[hash].js` } },
    },
    build: {
      outDir: `${dist}/public`,
      emptyOutDir: false,
      target: "es2022",
      manifest: `${name}.json`,
      sourcemap: false,
      // Inlined files would need data: in font-src and style-src.
      assetsInlineLimit: 0,
      modulePreload: name !== "site" && { polyfill: false },
      reportCompressedSize: false,
      rollupOptions: {
        input,
        onwarn: (warning, warn) => isProse(warning) || warn(warning),
        output: {
          entryFileNames: `assets/${name}/[name]-[hash].js`,
          chunkFileNames: `assets/${name}/[name]-[hash].js`,
          assetFileNames: `assets/${name}/[name]-[hash][extname]`,
        },
      },
    },
  })
  await rename(`${dist}/public/${name}.json`, `${dist}/server/${name}.json`)
  return JSON.parse(await readFile(`${dist}/server/${name}.json`, "utf8"))
}

// zod writes about @__PURE__ in its comments, which Rollup takes for marks in the wrong place.
function isProse({ code, id = "" }) {
  return code === "INVALID_ANNOTATION" && id.includes("/node_modules/zod/")
}

// The fonts are named by the inline styles alone, which Vite does not see.
async function publish(source, folder = "site") {
  return write(parse(source), await readFile(root + source), folder)
}

// As an attribute in double quotes, with no more escapes than that asks for.
async function dataUrl(source) {
  const svg = (await readFile(root + source, "utf8")).trim().replaceAll('"', "'")
  return `data:image/svg+xml,${svg.replace(/[%#<>]/g, encodeURIComponent)}`
}

async function publishCss(source) {
  const { outputFiles } = await bundle({
    absWorkingDir: root,
    entryPoints: [source],
    bundle: true,
    write: false,
    minify: true,
    target: "es2022",
  })
  return write(parse(source), outputFiles[0].contents, "theme")
}

async function write({ name, ext }, bytes, folder) {
  const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 8)
  const path = `/assets/${folder}/${name}-${hash}${ext}`
  await mkdir(`${dist}/public/assets/${folder}`, { recursive: true })
  await writeFile(`${dist}/public${path}`, bytes)
  return path
}

// As small as can be, which takes too long for the server to do, and in no other form: the program carries it.
async function packAll() {
  for (const entry of await readdir(`${dist}/public`, { recursive: true })) {
    if (!PACKED.has(extname(entry))) continue
    const file = `${dist}/public/${entry}`
    await writeFile(`${file}.br`, brotliCompressSync(await readFile(file)))
    await rm(file)
  }
}

async function publishAll() {
  const published = `${root}dist`
  await mkdir(published, { recursive: true })
  for (const entry of await readdir(published)) {
    if (entry !== ".gitkeep") await rm(`${published}/${entry}`, { recursive: true })
  }
  for (const part of ["public", "server"]) await rename(`${dist}/${part}`, `${published}/${part}`)
  await rm(dist, { recursive: true })
}

// Builds the front end into dist/: `public` is served as it is, `server` is for the Go side only.
import { mkdir, readdir, rename, rm } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { build } from "vite"
import { buildServer } from "./server.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const dist = `${root}dist`

for (const entry of await readdir(dist)) {
  if (entry !== ".gitkeep") await rm(`${dist}/${entry}`, { recursive: true })
}
await mkdir(`${dist}/server`, { recursive: true })

// Two builds, not two entries of one: no chunk is shared, so nothing of the back-office can reach a visitor.
await client("site", { boot: "src/entry-boot.ts" })
await client("admin", { admin: "src/entry-admin.tsx" })
await buildServer(root, `${dist}/server`)

async function client(name, input) {
  await build({
    root,
    logLevel: "warn",
    publicDir: name === "site" ? "public" : false,
    build: {
      outDir: "dist/public",
      emptyOutDir: false,
      target: "es2022",
      manifest: `${name}.json`,
      sourcemap: false,
      // Inlined files would need data: in font-src and style-src.
      assetsInlineLimit: 0,
      modulePreload: name === "admin" && { polyfill: false },
      reportCompressedSize: false,
      rollupOptions: {
        input,
        output: {
          entryFileNames: `assets/${name}/[name]-[hash].js`,
          chunkFileNames: `assets/${name}/[name]-[hash].js`,
          assetFileNames: `assets/${name}/[name]-[hash][extname]`,
        },
      },
    },
  })
  await rename(`${dist}/public/${name}.json`, `${dist}/server/${name}.json`)
}

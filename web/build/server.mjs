import { readFile } from "node:fs/promises"
import { build } from "esbuild"

// Classic scripts, in the syntax the embedded engine reads: server.js defines render(json), identity.js
// look(json) and family(), which only studios need that chose something.
export async function buildServer(root, out) {
  await script(root, "src/entry-identity.ts", `${out}/identity.js`)
  await script(root, "src/entry-server.tsx", `${out}/server.js`)
  return readFile(`${out}/server.js`, "utf8")
}

async function script(root, entry, outfile) {
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: "iife",
    target: "es2022",
    supported: { "dynamic-import": false },
    platform: "browser",
    conditions: ["edge-light"],
    jsx: "automatic",
    minify: true,
    legalComments: "none",
    define: { "process.env.NODE_ENV": '"production"' },
    alias: {
      "@": "./src",
      // Rendering to a string alone: the half that streams takes as long again to load, for each page anew.
      "react-dom/server":
        "./node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js",
    },
    logLevel: "warning",
  })
}

import { readFile } from "node:fs/promises"
import { build } from "esbuild"

// One classic script, in the syntax the embedded engine reads, that defines render(json).
export async function buildServer(root, out) {
  await build({
    absWorkingDir: root,
    entryPoints: ["src/entry-server.tsx"],
    outfile: `${out}/server.js`,
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
  return readFile(`${out}/server.js`, "utf8")
}

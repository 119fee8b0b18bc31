import { readFile } from "node:fs/promises"
import { build } from "esbuild"

// Classic scripts, in the syntax the embedded engine reads: server.js defines render(json), identity.js
// look(json) and family(), which only studios need that chose something.
export async function buildServer(root, out) {
  await script(root, "src/entry-identity.ts", `${out}/identity.js`)
  await script(root, "src/entry-server.tsx", `${out}/server.js`)
  return readFile(`${out}/server.js`, "utf8")
}

// What only acts in a browser, in handlers and effects: an engine would load it for each page, and never call it.
const IN_BROWSERS = /^\.{1,2}\/(apply-send|backend|contact-send|form-token|in-place|newsletter)$/

const withoutBrowser = {
  name: "without-browser",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: IN_BROWSERS }, () => ({ path: "nothing", namespace: "browser" }))
    onLoad({ filter: /.*/, namespace: "browser" }, () => ({ contents: "module.exports = {}" }))
  },
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
    plugins: [withoutBrowser],
    conditions: ["edge-light"],
    jsx: "automatic",
    minify: true,
    legalComments: "none",
    define: { "process.env.NODE_ENV": '"production"' },
    alias: {
      "@": "./src",
      "react/jsx-runtime": "./build/jsx-runtime.mjs",
      // Rendering to a string alone: the half that streams takes as long again to load, for each page anew.
      "react-dom/server":
        "./node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js",
    },
    logLevel: "warning",
  })
}

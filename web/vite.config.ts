import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import tailwindcss from "@tailwindcss/vite"
import react from "@vitejs/plugin-react"
import type { Plugin } from "vite"
import { defineConfig } from "vitest/config"

// The Go server that `npm run dev` works against: it answers the API and renders the public pages.
const backend = process.env.VITRINE_DEV_BACKEND ?? "http://localhost:8080"

export default defineConfig({
  plugins: [react(), tailwindcss(), adminShell()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  appType: "custom",
  server: {
    proxy: {
      "^/(rest|auth|storage|functions)/v1": backend,
      "/realtime/v1": { target: backend, ws: true },
      // The preview of the back-office reads its content out of the pages.
      "^/((about|contact|404|careers(/[^/]+(/apply)?)?)?|assets/(site|theme)/.*)$": backend,
      // It asks whether a link leads somewhere; nobody else asks for a head.
      "/": { target: backend, bypass: ({ method, url }) => (method === "HEAD" ? undefined : url) },
    },
  },
  test: {
    // Generous, because the machine may be busy.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    projects: [
      // A test that needs a page is a .tsx: making one takes longer than most tests.
      {
        extends: true,
        test: {
          name: "page",
          environment: "jsdom",
          include: ["{src,test}/**/*.test.tsx"],
          setupFiles: ["./test/setup.ts"],
          globalSetup: "./test/people.ts",
        },
      },
      { extends: true, test: { name: "plain", include: ["{src,test}/**/*.test.ts"] } },
    ],
  },
})

// In production the Go server writes this shell, with a nonce of its own.
function adminShell(): Plugin {
  return {
    name: "admin-shell",
    apply: "serve",
    configureServer(server) {
      server.middlewares.use("/admin", async (request, response) => {
        const page = request.url?.startsWith("/preview") ? "./preview.html" : "./admin.html"
        const html = await readFile(new URL(page, import.meta.url), "utf8")
        response.setHeader("Content-Type", "text/html; charset=utf-8")
        response.end(await server.transformIndexHtml(request.originalUrl ?? "/admin", html))
      })
    },
  }
}

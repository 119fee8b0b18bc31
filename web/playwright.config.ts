import { existsSync } from "node:fs"
import { defineConfig } from "@playwright/test"
import "./test/noon"

// The browser without its window is the same engine and takes a fifth less time.
const CHROMIUM = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find(existsSync)

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  workers: 3,
  // Generous, because the machine may be busy; a test that passes takes a fraction of it.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  retries: 0, // a test that fails once is wrong, or has found something
  reporter: "list",
  use: {
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? CHROMIUM,
      // In a picture letters stand where the design has them, not where the pixels of this machine are.
      args: ["--no-sandbox", ...(process.env.SCREENS ? ["--font-render-hinting=none"] : [])],
    },
  },
  projects: [
    // First, because one of them takes longest.
    { name: "visitors", testMatch: "visitor-*.spec.ts" },
    // Motion is drawn by the processor here, a quarter of all that these tests take; visitors keep it.
    {
      name: "staff",
      testMatch: "admin-*.spec.ts",
      use: { contextOptions: { reducedMotion: "reduce" } },
    },
    // Looks through what the others wrote down.
    { name: "texts", testMatch: "texts.spec.ts", dependencies: ["staff", "visitors"] },
    // Looks of every hue, family and pairing: some of them, and with GOLDENS all.
    { name: "goldens", testMatch: "goldens.spec.ts" },
    // No test: it takes the pictures of the documentation.
    ...(process.env.SCREENS ? [{ name: "screens", testMatch: "screens.spec.ts" }] : []),
  ],
})

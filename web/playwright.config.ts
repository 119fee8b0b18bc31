import { defineConfig } from "@playwright/test"

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  workers: 2,
  // Generous, because the machine may be busy; a test that passes takes a fraction of it.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // A second try tells a fault of the product from one of the machine; it is reported as flaky.
  retries: 2,
  reporter: "list",
  use: {
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox"],
    },
  },
  projects: [
    { name: "staff", testMatch: "admin-*.spec.ts" },
    { name: "visitors", testMatch: "visitor-*.spec.ts" },
    // Looks through what the others wrote down.
    { name: "texts", testMatch: "texts.spec.ts", dependencies: ["staff", "visitors"] },
  ],
})

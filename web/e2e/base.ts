import { test } from "@playwright/test"

export const base = test.extend({
  page: async ({ page }, use) => {
    await use(page)
    // A request that the test was about to answer when it ended is nobody's failure.
    if (!page.isClosed()) await page.unrouteAll({ behavior: "ignoreErrors" })
  },
})

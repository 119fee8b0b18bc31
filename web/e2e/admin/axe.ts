import AxeBuilder from "@axe-core/playwright"
import { expect, type Page } from "@playwright/test"

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

// What is still fading in has colours of its own.
const settled = (page: Page) =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== "running" || effect?.getTiming().iterations === Number.POSITIVE_INFINITY,
      ),
  )

async function violations(page: Page, builder: AxeBuilder) {
  await settled(page)
  const { violations } = await builder.analyze()
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map(({ html }) => html)
        .slice(0, 3)
        .join(" ")}`,
  )
}

/** Every rule in light colours; in dark ones what a change of colours can break. */
export async function accessible(page: Page, what: string) {
  await page.emulateMedia({ colorScheme: "light" })
  expect(await violations(page, new AxeBuilder({ page }).withTags(TAGS)), what).toEqual([])
  await page.emulateMedia({ colorScheme: "dark" })
  const contrast = new AxeBuilder({ page }).withRules(["color-contrast", "link-in-text-block"])
  expect(await violations(page, contrast), `${what} in the dark`).toEqual([])
}

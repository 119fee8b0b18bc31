import { expect, test } from "vitest"
import { logoName } from "./logo"

test.each([
  ["my logo.png", "logo_5_my_logo.png"],
  ["ünï#?.webp", "logo_5__n___.webp"],
  ["../../etc.png", "logo_5_.._.._etc.png"],
])("%j is stored as %j", (name, stored) => expect(logoName(name, 5)).toBe(stored))

test("a long name is cut", () => expect(logoName("x".repeat(300), 5)).toHaveLength(120))

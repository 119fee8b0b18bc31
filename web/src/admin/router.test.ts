import { expect, test } from "vitest"
import { pages } from "./layout/tree"
import { redirects, screens } from "./router"
import routes from "./routes.json"

test("the server knows exactly the paths that the app has", () => {
  const known = [...Object.keys(screens), ...Object.keys(redirects), "/admin/login", "/admin/reset"]
  expect(routes.toSorted()).toEqual(known.toSorted())
})

test("every screen is in the sidebar", () => {
  const listed = pages().map(({ path }) => path)
  expect(listed.toSorted()).toEqual(Object.keys(screens).toSorted())
})

test("redirects lead to a screen", () => {
  for (const target of Object.values(redirects)) expect(screens).toHaveProperty([target])
})

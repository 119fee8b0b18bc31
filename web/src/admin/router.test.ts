import { expect, test } from "vitest"
import { pagesFor } from "./layout/tree"
import { redirects, screens } from "./router"
import routes from "./routes.json"

test("the server knows exactly the paths that the app has", () => {
  const known = [...Object.keys(screens), ...Object.keys(redirects), "/admin/login", "/admin/reset"]
  expect(routes.toSorted()).toEqual(known.toSorted())
})

test("every screen is in the sidebar", () => {
  const listed = pagesFor("admin").map(({ path }) => path)
  expect(listed.toSorted()).toEqual(Object.keys(screens).toSorted())
})

test("the users are in the sidebar of administrators alone", () => {
  expect(pagesFor("editor").map(({ path }) => path)).not.toContain("/admin/users")
})

test("redirects lead to a screen", () => {
  for (const target of Object.values(redirects)) expect(screens).toHaveProperty([target])
})

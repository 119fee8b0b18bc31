import { expect, test } from "vitest"
import { loginPath, returnTo } from "./return-to"

const from = (path: string) => returnTo(`?from=${encodeURIComponent(path)}`)

test.each(["/admin/careers", "/admin/footer?tab=links", "/admin/messages#latest"])(
  "after signing in, %s is where one came from",
  (path) => expect(from(path)).toBe(path),
)

test.each([
  "https://evil.example/admin",
  "//evil.example/admin",
  "/\\evil.example/admin",
  "javascript:alert(1)",
  "/careers",
  "/administrator",
  "/admin/login",
  "/admin/reset",
  "/admin/../careers",
  "admin/careers",
  "http://[",
])("%s is not a page to return to", (path) => expect(from(path)).toBe("/admin"))

test("without a page to return to it is the dashboard", () => expect(returnTo("")).toBe("/admin"))

test("the login screen remembers the page", () => {
  expect(returnTo(loginPath("/admin/footer?tab=links").replace("/admin/login", ""))).toBe(
    "/admin/footer?tab=links",
  )
  expect(loginPath("/admin")).toBe("/admin/login")
})

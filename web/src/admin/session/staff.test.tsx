import { expect, test } from "vitest"
import { nameOf } from "./staff"

test("people go by their names, the erased by none, and what nobody did the server did", () => {
  const staff = [
    { id: "1", name: "Ada" },
    { id: "2", name: "" },
  ]
  expect(nameOf({ user_id: "1", user_email: "ada@example.com" }, staff)).toBe("Ada")
  expect(nameOf({ user_id: "2", user_email: "bo@example.com" }, staff)).toBe("bo@example.com")
  expect(nameOf({ user_id: "3", user_email: "" }, staff)).toBe("Someone who left")
  expect(nameOf({ user_id: "", user_email: "" }, staff)).toBe("The server")
})

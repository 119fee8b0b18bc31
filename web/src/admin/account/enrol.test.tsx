import { expect, test } from "vitest"
import { checkName, freeName } from "./enrol"

test("a second app gets a name of its own", () => {
  expect(freeName([])).toBe("Authenticator app")
  expect(freeName(["Authenticator app"])).toBe("Authenticator app 2")
  expect(freeName(["Authenticator app", "Authenticator app 2"])).toBe("Authenticator app 3")
})

test.each([
  ["", "Name is required"],
  ["Phone: mine", "Use at most 100 characters, without colons."],
  ["x".repeat(101), "Use at most 100 characters, without colons."],
  ["Phone", "You have an app of this name already."],
  ["Tablet", undefined],
])("the name %j", (name, message) => expect(checkName(name, ["Phone"])).toBe(message))

import { expect, test } from "vitest"
import { type Account, stateOf } from "./api"

const now = new Date("2026-11-15T12:00:00Z")
const user: Account = {
  id: "1",
  email: "a@b.co",
  role: "editor",
  created_at: "2026-11-01T00:00:00Z",
  has_password: true,
  last_sign_in_at: null,
  disabled_at: null,
  invited_at: "2026-11-01T00:00:00Z",
  factors: [],
}

test.each([
  ["active", {}],
  ["disabled", { disabled_at: "2026-11-14T00:00:00Z" }],
  ["invited", { has_password: false, invited_at: "2026-11-08T12:00:01Z" }],
  ["expired", { has_password: false, invited_at: "2026-11-08T11:59:59Z" }],
  ["unset", { has_password: false, invited_at: null }],
  ["disabled", { has_password: false, disabled_at: "2026-11-14T00:00:00Z" }],
])("an account is %s", (state, change) => {
  expect(stateOf({ ...user, ...change }, now)).toBe(state)
})

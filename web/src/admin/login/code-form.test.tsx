import { render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { beforeEach, expect, test } from "vitest"
import { toast } from "@/lib/toast"
import { protect } from "../../../e2e/admin/authenticator"
import { intercept, serve, storeSession } from "../../../test/server"
import CodeForm from "./code-form"

const TOO_LATE = "This took too long. Start again."
const CHALLENGE = /^POST \/auth\/v1\/factors\/.*\/challenge$/

const site = await serve()

beforeEach(async () => {
  for (const { id } of toast.list()) toast.close(id)
  await protect(site, "editor")
  await storeSession("editor")
})

// Takes the person's apps away, and their sessions with them.
const reset = () => site.run(["user", "reset-factors", "--email", "editor@example.com"])

async function verify() {
  await userEvent.type(screen.getByLabelText("Code"), "123456")
  await userEvent.click(screen.getByRole("button", { name: "Verify" }))
}

const show = () => render(<CodeForm onProven={async () => {}} onBack={() => {}} />)

const answer = (body: object) => async () => Response.json(body, { status: 404 })

test.each([
  ["session_not_found", (go: () => Promise<Response>) => go()],
  ["mfa_factor_not_found", answer({ error_code: "mfa_factor_not_found", msg: "no" })],
  [undefined, answer({ msg: "no" })],
])("a code for a session that is over (%s) is too late", async (_, then) => {
  show()
  intercept(CHALLENGE, (go) => {
    reset()
    return then(go)
  })
  await verify()
  expect(await screen.findByText(TOO_LATE)).toBeVisible()
  expect(screen.getByLabelText("Code")).toHaveAccessibleDescription(/This took too long/)
  // What would be said beside the screen has had its turn by then.
  await new Promise((next) => setTimeout(next))
  expect(toast.list()).toEqual([])
})

test("where the session takes the screen with it, that is said all the same", async () => {
  const { unmount } = show()
  intercept(CHALLENGE, (go) => {
    reset()
    unmount()
    return go()
  })
  await verify()
  await waitFor(() => expect(toast.list()).toMatchObject([{ title: "Error", text: TOO_LATE }]))
})

test("a code for an app that is gone is too late", async () => {
  reset()
  await storeSession("editor")
  show()
  await verify()
  expect(await screen.findByText(TOO_LATE)).toBeVisible()
})

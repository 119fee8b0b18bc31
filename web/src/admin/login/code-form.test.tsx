import { render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { beforeEach, expect, test, vi } from "vitest"
import { toast } from "@/lib/toast"
import CodeForm from "./code-form"

const TOO_LATE = "This took too long. Start again."

const server = vi.hoisted(() => ({
  apps: [] as unknown[],
  refusal: {} as object,
  onAsked: () => {},
}))

vi.mock("@/lib/toast", () => ({ toast: { error: vi.fn() } }))
vi.mock("@/lib/auth", () => ({
  auth: {
    mfa: {
      listFactors: async () => ({ data: { totp: server.apps }, error: null }),
      challengeAndVerify: async () => {
        server.onAsked()
        return { error: server.refusal }
      },
    },
  },
}))

beforeEach(() => {
  server.onAsked = () => {}
  server.apps = [{ id: "1", friendly_name: "Phone", created_at: "2026-01-01T00:00:00Z" }]
})

async function verify({ isOver = false } = {}) {
  const shown = render(<CodeForm onProven={async () => {}} onBack={() => {}} />)
  server.onAsked = () => isOver && shown.unmount()
  await userEvent.type(screen.getByLabelText("Code"), "123456")
  await userEvent.click(screen.getByRole("button", { name: "Verify" }))
}

test.each(["session_not_found", "mfa_factor_not_found", undefined])(
  "a code for a session that is over (%s) is too late",
  async (code) => {
    server.refusal = { code, message: "no" }
    await verify()
    expect(await screen.findByText(TOO_LATE)).toBeVisible()
    expect(screen.getByLabelText("Code")).toHaveAccessibleDescription(/This took too long/)
    expect(toast.error).not.toHaveBeenCalled()
  },
)

test("where the session takes the screen with it, that is said all the same", async () => {
  server.refusal = { code: "session_not_found", message: "no" }
  await verify({ isOver: true })
  await waitFor(() => expect(toast.error).toHaveBeenCalledWith("Error", TOO_LATE))
})

test("a code for an app that is gone is too late", async () => {
  server.apps = []
  await verify()
  expect(await screen.findByText(TOO_LATE)).toBeVisible()
})

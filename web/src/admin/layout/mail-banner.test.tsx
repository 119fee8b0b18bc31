import { QueryClientProvider } from "@tanstack/react-query"
import { render, screen, waitFor } from "@testing-library/react"
import { beforeEach, expect, test, vi } from "vitest"
import { makeQueryClient } from "@/lib/query"
import { MailBanner } from "./mail-banner"

const mocks = vi.hoisted(() => ({ call: vi.fn(), role: "admin" }))
vi.mock("@/lib/supabase", () => ({ call: mocks.call, supabase: {} }))
vi.mock("../session/session", () => ({ useUser: () => ({ id: "1", role: mocks.role }) }))

beforeEach(() => {
  mocks.role = "admin"
})

const show = (mode: object) => {
  mocks.call.mockReset().mockResolvedValue(mode)
  render(
    <QueryClientProvider client={makeQueryClient(() => {})}>
      <MailBanner />
    </QueryClientProvider>,
  )
}

test("an admin reads that mail reaches nobody, and what to set", async () => {
  show({ mailed: false, test_email: "" })
  expect(await screen.findByRole("note", { name: "Mail" })).toHaveTextContent(
    /^Mail reaches nobody\. Messages and sign-ups are kept here, but no mail goes out\. Set VITRINE_SMTP_URL/,
  )
})

test("an editor is told whom to ask", async () => {
  mocks.role = "editor"
  show({ mailed: false, test_email: "test@example.com" })
  expect(await screen.findByText(/Ask an admin to set it up\.$/)).toBeVisible()
  expect(screen.queryByText(/VITRINE_SMTP_URL|test mode/)).toBeNull()
})

test("test mode names the address", async () => {
  show({ mailed: true, test_email: "test@example.com" })
  expect(await screen.findByRole("note")).toHaveTextContent(
    "Mail is in test mode. Every mail goes to test@example.com.",
  )
})

test("where mail works nothing is said", async () => {
  show({ mailed: true, test_email: "" })
  await waitFor(() => expect(mocks.call).toHaveBeenCalledOnce())
  expect(screen.queryByRole("note")).toBeNull()
})

import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, renderHook, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test, vi } from "vitest"
import { useUnsaved } from "@/lib/unsaved"
import { signOutEverywhere } from "../session/session"
import { DevicesCard } from "./devices-card"

vi.mock("../session/session", () => ({ signOutEverywhere: vi.fn(async () => {}) }))
vi.mock("./api", () => ({ devices: { queryKey: ["devices"], queryFn: async () => [] } }))

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }))

test("what was typed is given up only once signing out everywhere is confirmed", async () => {
  const forget = vi.fn()
  renderHook(() => useUnsaved(true, forget))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DevicesCard />
    </QueryClientProvider>,
  )
  await press("Sign out everywhere")
  const ask = screen.getByRole("alertdialog", { name: "Sign out everywhere?" })
  expect(ask).toHaveTextContent("What you typed here and did not save is lost.")
  await press("Cancel")
  expect(forget).not.toHaveBeenCalled()
  expect(signOutEverywhere).not.toHaveBeenCalled()

  await press("Sign out everywhere")
  await press("Sign out everywhere")
  expect(signOutEverywhere).toHaveBeenCalledOnce()
})

import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, renderHook, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test, vi } from "vitest"
import { unsaved, useUnsaved } from "@/lib/unsaved"
import { asked, serve, signIn } from "../../../test/server"
import { useSession } from "../session/session"
import { DevicesCard } from "./devices-card"

await serve()
await signIn()

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }))
const signOuts = () => asked(/^POST \/auth\/v1\/logout/).map(({ line }) => line)

test("what was typed is given up only once signing out everywhere is confirmed", async () => {
  const forget = vi.fn()
  renderHook(() => useUnsaved(true, forget))
  const { result: session } = renderHook(useSession)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DevicesCard />
    </QueryClientProvider>,
  )
  expect(await screen.findByText("This device")).toBeVisible()
  await press("Sign out everywhere")
  const ask = screen.getByRole("alertdialog", { name: "Sign out everywhere?" })
  expect(ask).toHaveTextContent("What you typed here and did not save is lost.")
  await press("Cancel")
  expect(forget).not.toHaveBeenCalled()
  expect(signOuts()).toEqual([])
  expect(session.current.status).toBe("in")

  await press("Sign out everywhere")
  await press("Sign out everywhere")
  await waitFor(() => expect(session.current.status).toBe("out"))
  expect(signOuts()).toEqual(["POST /auth/v1/logout?scope=global"])
  expect(unsaved.any()).toBe(false)
})

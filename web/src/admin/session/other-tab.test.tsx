import { renderHook, waitFor } from "@testing-library/react"
import { expect, test } from "vitest"
import { SESSION_KEY } from "@/lib/load-auth"
import { serve, storeSession } from "../../../test/server"
import { useSession } from "./session"

await serve()

test("who signs in on another tab is in on this one too", async () => {
  const { result: session } = renderHook(useSession)
  expect(session.current.status).toBe("out")
  await storeSession()
  const newValue = localStorage.getItem(SESSION_KEY)
  window.dispatchEvent(new StorageEvent("storage", { key: SESSION_KEY, newValue }))
  await waitFor(() => expect(session.current.status).toBe("in"))
})

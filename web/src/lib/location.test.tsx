import { renderHook, waitFor } from "@testing-library/react"
import { expect, test, vi } from "vitest"
import { navigate } from "./location"
import { unsaved, useUnsaved } from "./unsaved"

test("a clean form lets go at once", async () => {
  await navigate("/admin/hero")
  expect(location.pathname).toBe("/admin/hero")
})

test("a changed form asks, and stays when the answer is no", async () => {
  await navigate("/admin/hero")
  const { unmount } = renderHook(() => useUnsaved(true))
  const going = navigate("/admin/team")
  await waitFor(() => expect(unsaved.isAsking()).toBe(true))
  unsaved.reply(false)
  await going
  expect(location.pathname).toBe("/admin/hero")
  unmount()
})

test("it goes when the answer is yes", async () => {
  await navigate("/admin/hero")
  const { unmount } = renderHook(() => useUnsaved(true))
  const going = navigate("/admin/team")
  await waitFor(() => expect(unsaved.isAsking()).toBe(true))
  unsaved.reply(true)
  await going
  expect(location.pathname).toBe("/admin/team")
  unmount()
})

test("a tab of the same page is no leaving", async () => {
  await navigate("/admin/footer")
  const { unmount } = renderHook(() => useUnsaved(true))
  await navigate("/admin/footer?tab=links", { replace: true })
  expect(location.search).toBe("?tab=links")
  unmount()
})

test("the back button asks as well", async () => {
  await navigate("/admin/hero")
  await navigate("/admin/team")
  const { unmount } = renderHook(() => useUnsaved(true))
  history.back()
  await waitFor(() => expect(unsaved.isAsking()).toBe(true))
  unsaved.reply(false)
  await vi.waitFor(() => expect(location.pathname).toBe("/admin/team"))
  unmount()
})

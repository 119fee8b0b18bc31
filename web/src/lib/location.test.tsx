import { act, renderHook, waitFor } from "@testing-library/react"
import { useSyncExternalStore } from "react"
import { expect, test, vi } from "vitest"
import { navigate, useGuardedLocation, useOpener, useParam } from "./location"
import { unsaved, useDialogAsks, useUnsaved } from "./unsaved"

test("a clean form lets go at once", async () => {
  await navigate("/admin/hero")
  expect(location.pathname).toBe("/admin/hero")
})

test("what was pressed is drawn before the next screen is", async () => {
  await navigate("/admin/hero")
  const order: string[] = []
  const { unmount } = renderHook(() => order.push(useGuardedLocation()[0]))
  requestAnimationFrame(() => order.push("a frame"))
  await act(() => navigate("/admin/team"))
  expect(order).toEqual(["/admin/hero", "a frame", "/admin/team"])
  unmount()
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
  await waitFor(() => expect(location.pathname).toBe("/admin/team"))
  unmount()
})

test("the screen stays while the back button is answered", async () => {
  await navigate("/admin/footer")
  await navigate("/admin/team?tab=two")
  const shown: string[] = []
  const { unmount } = renderHook(() => {
    useUnsaved(true)
    // As the app does, which draws the question.
    useSyncExternalStore(unsaved.subscribe, unsaved.isAsking)
    const [path] = useGuardedLocation()
    const [tab] = useParam("tab", "one")
    shown.push(`${path} ${tab}`)
  })
  history.back()
  await waitFor(() => expect(unsaved.isAsking()).toBe(true))
  await waitFor(() => expect(location.pathname).toBe("/admin/team"))
  act(() => unsaved.reply(false))
  expect(new Set(shown)).toEqual(new Set(["/admin/team two"]))
  unmount()
})

test("a new entry takes the place of a changed one only when that may go", async () => {
  await navigate("/admin/careers")
  const open = vi.fn()
  const { unmount } = renderHook(() => {
    useDialogAsks(useUnsaved(true))
    useOpener(open, () => true)
  })
  for (const isLeft of [false, true]) {
    await act(() => navigate("/admin/careers?new=1"))
    await waitFor(() => expect(unsaved.isAsking()).toBe(true))
    expect(open).not.toHaveBeenCalled()
    unsaved.reply(isLeft)
    await waitFor(() => expect(unsaved.isAsking()).toBe(false))
    expect(location.search).toBe("")
  }
  await waitFor(() => expect(open).toHaveBeenCalledOnce())
  unmount()
})

test("a new entry asks nothing about what stays on the screen", async () => {
  await navigate("/admin/footer")
  const open = vi.fn()
  const { unmount } = renderHook(() => {
    useUnsaved(true)
    useOpener(open)
  })
  await act(() => navigate("/admin/footer?tab=links&new=section"))
  await waitFor(() => expect(open).toHaveBeenCalledExactlyOnceWith("section"))
  unmount()
})

// Follows a link within the page, as a click on it does.
async function follow(hash: string) {
  const moved = new Promise((done) => window.addEventListener("popstate", done, { once: true }))
  location.hash = hash
  await moved
}

test("a link within the page is no leaving, and the back button still asks afterwards", async () => {
  await navigate("/admin/hero")
  await navigate("/admin/team")
  const { unmount } = renderHook(() => useUnsaved(true))
  await follow("#main")
  expect(unsaved.isAsking()).toBe(false)
  expect(location.href).toMatch(/\/admin\/team#main$/)

  history.back()
  await waitFor(() => expect(location.hash).toBe(""))
  expect(unsaved.isAsking()).toBe(false)

  history.back()
  await waitFor(() => expect(unsaved.isAsking()).toBe(true))
  await waitFor(() => expect(location.pathname).toBe("/admin/team"))
  unsaved.reply(true)
  await waitFor(() => expect(location.pathname).toBe("/admin/hero"))
  unmount()
})

test("two steps back over a link within the page are undone as two", async () => {
  await navigate("/admin/hero")
  await navigate("/admin/team")
  await follow("#main")
  const { unmount } = renderHook(() => useUnsaved(true))
  history.go(-2)
  await waitFor(() => expect(unsaved.isAsking()).toBe(true))
  await waitFor(() => expect(location.href).toMatch(/\/admin\/team#main$/))
  unsaved.reply(false)
  unmount()
})

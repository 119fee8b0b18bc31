import { renderHook } from "@testing-library/react"
import { expect, test, vi } from "vitest"
import { unsaved, useUnsaved } from "./unsaved"

test("a form that is given up leaves the drafts of others alone", async () => {
  const own = vi.fn()
  const other = vi.fn()
  const dialog = renderHook(() => useUnsaved(true, own))
  const page = renderHook(() => useUnsaved(true, other))
  const asked = dialog.result.current()
  unsaved.reply(true)
  expect(await asked).toBe(true)
  expect(own).toHaveBeenCalledOnce()
  expect(other).not.toHaveBeenCalled()
  dialog.unmount()

  const leaving = unsaved.ask()
  unsaved.reply(true)
  expect(await leaving).toBe(true)
  expect(other).toHaveBeenCalledOnce()
  page.unmount()
})

test("a clean form asks nothing, whatever the others hold", async () => {
  const clean = renderHook(() => useUnsaved(false))
  const changed = renderHook(() => useUnsaved(true))
  expect(await clean.result.current()).toBe(true)
  expect(unsaved.isAsking()).toBe(false)
  clean.unmount()
  changed.unmount()
})

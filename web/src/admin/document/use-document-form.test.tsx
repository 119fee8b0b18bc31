import { fireEvent, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test, vi } from "vitest"
import { keepDraft } from "@/lib/draft"
import { unsaved } from "@/lib/unsaved"
import { type Doc, field, press, server, show, shown } from "../../../test/document-form"
import { serve, signIn, stored as storage } from "../../../test/server"

await serve()
const { id: owner } = await signIn()

async function open() {
  await show()
  server.isSlow = true
  await userEvent.clear(field())
  await userEvent.type(field(), "New")
  shown.length = 0
  await press()
  await waitFor(() => expect(server.reads).toHaveLength(1))
}

test("a save never brings the old text back, while the refresh is on its way or after it failed", async () => {
  await open()
  expect(field()).toHaveValue("New")
  server.reads[0]?.fail()
  await waitFor(() => expect(screen.getByRole("button")).not.toHaveAttribute("aria-disabled"))
  expect(field()).toHaveValue("New")
  expect(new Set(shown)).toEqual(new Set(["New"]))
})

test("what is typed right after a save goes on top of it, and is saved as well", async () => {
  await open()
  await userEvent.type(field(), "er")
  expect(screen.queryByText(/changed by someone else/)).toBeNull()
  server.reads[0]?.answer()
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Save Changes" })).not.toHaveAttribute(
      "aria-disabled",
    ),
  )
  expect(field()).toHaveValue("Newer")
  await press()
  await waitFor(() => expect(server.stored).toEqual({ title: "Newer", rank: 1, version: 3 }))
  expect(field()).toHaveValue("Newer")
})

test("someone else's later save still shows in a form that nobody touches", async () => {
  await open()
  server.stored = { title: "Theirs", rank: 1, version: 3 }
  server.reads[0]?.answer()
  await waitFor(() => expect(field()).toHaveValue("Theirs"))
})

test("what is pressed again before it is drawn, or before its answer, is saved once", async () => {
  await show()
  await userEvent.type(field(), "er")
  let answer = () => {}
  server.held = new Promise<void>((next) => {
    answer = next
  })
  const button = screen.getByRole("button", { name: "Save Changes" })
  for (const _ of ["first", "again"]) fireEvent.click(button)
  expect(await server.mayLeave()).toBe(false)
  await waitFor(() => expect(server.saves).toBe(1))
  fireEvent.click(button)
  expect(await server.mayLeave()).toBe(false)
  answer()
  await waitFor(() => expect(screen.queryByText("Unsaved changes")).toBeNull())
  await waitFor(async () => expect(await server.mayLeave()).toBe(true))
  expect(server.saves).toBe(1)
})

// It comes before React has drawn that a save is under way, as on a busy machine.
test("a refusal is said beside its field, however soon it comes, and each time", async () => {
  await show()
  server.refusal = "Another one has this title."
  await userEvent.type(field(), "er")
  for (const _ of ["first", "again"]) {
    await press()
    await waitFor(() => expect(field()).toHaveAccessibleDescription("Another one has this title."))
    expect(field()).toHaveFocus()
    await userEvent.type(field(), "!")
    await waitFor(() => expect(field()).not.toHaveAccessibleDescription())
  }
})

// As if typed before, over what was server.stored then.
const recoverable = (base: Doc) =>
  keepDraft(owner, "test", {
    values: { title: "Typed", rank: base.rank },
    base,
    at: Date.now(),
  })

test("recovered text leaves what it does not change as it is now, and can be saved", async () => {
  recoverable({ title: "Old", rank: 7, version: 0 })
  await show()
  expect(await screen.findByText(/were recovered/)).toBeVisible()
  expect(field()).toHaveValue("Typed")
  await press()
  await waitFor(() => expect(server.stored).toEqual({ title: "Typed", rank: 1, version: 2 }))
})

test("recovered text stays when someone else saved since it was typed", async () => {
  recoverable({ title: "Older", rank: 1, version: 0 })
  await show()
  expect(await screen.findByText(/were recovered/)).toBeVisible()
  expect(field()).toHaveValue("Typed")
  expect(screen.getByText("Unsaved changes")).toBeVisible()
  // That it conflicts is said as well, until it is given up for what is there now.
  expect(screen.getByText(/changed by someone else/)).toBeVisible()
  await userEvent.clear(field())
  await userEvent.type(field(), "Older")
  await waitFor(() => expect(field()).toHaveValue("Old"))
  expect(screen.queryByText(/were recovered/)).toBeNull()
  expect(screen.queryByText(/changed by someone else/)).toBeNull()
})

test("a recovered rank that others moved since is no conflict", async () => {
  const values = { title: "Old", rank: 9 }
  keepDraft(owner, "test", { values, base: { ...server.stored, rank: 4 }, at: Date.now() })
  await show()
  expect(await screen.findByText(/were recovered/)).toBeVisible()
  expect(screen.getByLabelText("Rank")).toHaveValue(9)
  expect(screen.queryByText(/changed by someone else/)).toBeNull()
})

test("a number that is typed back is no change", async () => {
  await show()
  const rank = screen.getByLabelText("Rank")
  await userEvent.type(rank, "2")
  expect(screen.getByText("Unsaved changes")).toBeVisible()
  await userEvent.type(rank, "{Backspace}")
  await waitFor(() => expect(screen.queryByText("Unsaved changes")).toBeNull())
})

const texts = () => Object.values(localStorage).join()

test("what is typed is kept while the typing goes on", async () => {
  await show()
  vi.useFakeTimers()
  for (const title of ["A", "A b", "A bi"]) {
    fireEvent.change(field(), { target: { value: title } })
    vi.advanceTimersByTime(200)
  }
  vi.useRealTimers()
  expect(texts()).toContain("A b")
})

test.each(["the page", "the form"])("and when %s ends in the middle of it", async (what) => {
  const { unmount } = await show()
  fireEvent.change(field(), { target: { value: "Half a sen" } })
  expect(texts()).not.toContain("Half a sen")
  if (what === "the page") fireEvent(window, new Event("pagehide"))
  else unmount()
  expect(texts()).toContain("Half a sen")
})

test("but not when it is given up", async () => {
  const { unmount } = await show()
  fireEvent.change(field(), { target: { value: "Half a sen" } })
  const left = unsaved.ask()
  unsaved.reply(true)
  expect(await left).toBe(true)
  unmount()
  expect(storage()).toHaveLength(0)
})

// As a page that is gone left it.
const leave = (page: string, title: string, at: number) =>
  localStorage.setItem(
    `vitrine-admin-draft:${owner}:test@${page}`,
    JSON.stringify({ values: { title, rank: 1 }, base: server.stored, at }),
  )

test("a save takes away its own draft, and offers what another page left", async () => {
  leave("first", "Of the first", Date.now() - 2000)
  leave("second", "Of the second", Date.now() - 1000)
  leave("third", "Of the second", Date.now() - 3000)
  await show()
  await waitFor(() => expect(field()).toHaveValue("Of the second"))
  expect(screen.queryByText(/also have unsaved/)).toBeNull()
  await press()
  await waitFor(() => expect(server.stored.title).toBe("Of the second"))
  expect(await screen.findByText(/You also have unsaved changes from/)).toBeVisible()
  // What says the same as the save has nothing to offer.
  expect(storage()).toHaveLength(1)
  await userEvent.click(screen.getByRole("button", { name: "Open them" }))
  expect(field()).toHaveValue("Of the first")
  expect(screen.getByText(/were recovered/)).toBeVisible()
  expect(screen.queryByText(/also have unsaved/)).toBeNull()
})

test("recovered text that is discarded makes room for what another page left, and the focus stays in the form", async () => {
  leave("first", "Of the first", Date.now() - 2000)
  leave("second", "Of the second", Date.now() - 1000)
  await show()
  await userEvent.click(await screen.findByRole("button", { name: "Discard them" }))
  expect(screen.getByRole("form")).toHaveFocus()
  expect(field()).toHaveValue("Old")
  expect(await screen.findByText(/You also have unsaved changes from/)).toBeVisible()
  await userEvent.click(screen.getByRole("button", { name: "Discard them" }))
  await waitFor(() => expect(screen.queryByText(/unsaved changes/)).toBeNull())
  expect(screen.getByRole("form")).toHaveFocus()
  expect(storage()).toHaveLength(0)
})

import { QueryClientProvider, useQuery } from "@tanstack/react-query"
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { beforeEach, expect, test, vi } from "vitest"
import { z } from "zod"
import { formOf } from "@/lib/document"
import { keepDraft } from "@/lib/draft"
import { makeQueryClient } from "@/lib/query"
import { unsaved } from "@/lib/unsaved"
import { clearStored, serve, signIn, stored as storage } from "../../../test/server"
import { DocumentForm } from "./document-form"
import { TextField } from "./fields"
import { useDocumentForm } from "./use-document-form"

await serve()
const { id: owner } = await signIn()

type Doc = { title: string; rank: number; version: number }

// What the server holds, and the reads it has yet to answer.
let stored: Doc
let reads: { answer: () => void; fail: () => void }[]
let isSlow: boolean

beforeEach(() => {
  clearStored()
  stored = { title: "Old", rank: 1, version: 1 }
  reads = []
  isSlow = false
})

const read = () =>
  new Promise<Doc>((resolve, reject) => {
    if (!isSlow) return resolve({ ...stored })
    reads.push({
      answer: () => resolve({ ...stored }),
      fail: () => reject({ code: "22023", message: "no", details: "", hint: "" }),
    })
  })

async function save({ title, rank }: { title: string; rank: number }, base: Doc | null) {
  if (base?.version !== stored.version) throw new Error("outdated")
  stored = { title, rank, version: stored.version + 1 }
  return { ...stored }
}

const declared = formOf<{ title: string; rank: number }, Doc>({
  name: "test",
  table: "job_listings",
  empty: { title: "", rank: 1 },
  rules: z.object({ title: z.string(), rank: z.coerce.number<number>() }),
})

const shown: string[] = []

function Form({ doc }: { doc: Doc }) {
  const editing = useDocumentForm(declared, {
    doc,
    save,
    done: "Saved",
    failed: "Failed",
  })
  shown.push(editing.form.watch("title"))
  return (
    <DocumentForm label="Test" editing={editing}>
      <TextField form={editing.form} name="title" label="Title" />
      <TextField form={editing.form} name="rank" type="number" label="Rank" />
    </DocumentForm>
  )
}

function Screen() {
  const { data } = useQuery({ queryKey: [declared.table], queryFn: read })
  return data ? <Form doc={data} /> : null
}

const field = () => screen.getByLabelText("Title")
const press = () => userEvent.click(screen.getByRole("button", { name: /Save Changes|Saving/ }))

async function show() {
  const shown = render(
    <QueryClientProvider client={makeQueryClient(() => {})}>
      <Screen />
    </QueryClientProvider>,
  )
  await screen.findByLabelText("Title")
  return shown
}

async function open() {
  await show()
  isSlow = true
  await userEvent.clear(field())
  await userEvent.type(field(), "New")
  shown.length = 0
  await press()
  await waitFor(() => expect(reads).toHaveLength(1))
}

test("a save never brings the old text back, while the refresh is on its way or after it failed", async () => {
  await open()
  expect(field()).toHaveValue("New")
  reads[0]?.fail()
  await waitFor(() => expect(screen.getByRole("button")).not.toHaveAttribute("aria-disabled"))
  expect(field()).toHaveValue("New")
  expect(new Set(shown)).toEqual(new Set(["New"]))
})

test("what is typed right after a save goes on top of it, and is saved as well", async () => {
  await open()
  await userEvent.type(field(), "er")
  expect(screen.queryByText(/changed by someone else/)).toBeNull()
  reads[0]?.answer()
  await waitFor(() => expect(screen.getByRole("button")).not.toHaveAttribute("aria-disabled"))
  expect(field()).toHaveValue("Newer")
  await press()
  await waitFor(() => expect(stored).toEqual({ title: "Newer", rank: 1, version: 3 }))
  expect(field()).toHaveValue("Newer")
})

test("someone else's later save still shows in a form that nobody touches", async () => {
  await open()
  stored = { title: "Theirs", rank: 1, version: 3 }
  reads[0]?.answer()
  await waitFor(() => expect(field()).toHaveValue("Theirs"))
})

// As if typed before, over what was stored then.
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
  await waitFor(() => expect(stored).toEqual({ title: "Typed", rank: 1, version: 2 }))
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

async function overtaken(theirs = { title: "Theirs", rank: 1 }) {
  const client = makeQueryClient(() => {})
  render(
    <QueryClientProvider client={client}>
      <Screen />
    </QueryClientProvider>,
  )
  await userEvent.type(await screen.findByLabelText("Title"), "er")
  stored = { ...theirs, version: 2 }
  await act(() => client.invalidateQueries())
  expect(await screen.findByText(/changed by someone else/)).toBeVisible()
}

test("a conflict is over once one's own change is", async () => {
  await overtaken()
  await userEvent.type(field(), "{Backspace}{Backspace}")
  await waitFor(() => expect(field()).toHaveValue("Theirs"))
  expect(screen.queryByText(/changed by someone else/)).toBeNull()
})

test("reloading over one's own text first offers to take it along", async () => {
  await overtaken()
  await userEvent.click(screen.getByRole("button", { name: "Reload" }))
  expect(screen.getByLabelText("Your text")).toHaveValue("Title: Older\nRank: 1")
  // Both changed the title, so one of them would be lost.
  expect(screen.queryByRole("button", { name: /^Apply my changes/ })).toBeNull()
  await userEvent.click(screen.getByRole("button", { name: "Reload" }))
  expect(field()).toHaveValue("Theirs")
  expect(screen.queryByText(/changed by someone else/)).toBeNull()
})

test("changes to other fields than someone else's go on top of them when that is asked for", async () => {
  await overtaken({ title: "Old", rank: 5 })
  await userEvent.click(screen.getByRole("button", { name: "Reload" }))
  await userEvent.click(screen.getByRole("button", { name: /^Apply my changes/ }))
  expect(field()).toHaveValue("Older")
  expect(screen.getByLabelText("Rank")).toHaveValue(5)
  expect(screen.queryByText(/changed by someone else/)).toBeNull()
  expect(stored.title).toBe("Old")
  await press()
  await waitFor(() => expect(stored).toEqual({ title: "Older", rank: 5, version: 3 }))
})

// Somebody else's job made room or took its place: the rank moves, the version does not.
async function shifted(type: () => Promise<void>) {
  const client = makeQueryClient(() => {})
  render(
    <QueryClientProvider client={client}>
      <Screen />
    </QueryClientProvider>,
  )
  await screen.findByLabelText("Title")
  await type()
  stored = { ...stored, rank: 5 }
  await act(() => client.invalidateQueries())
}

test("a rank that others moved shows in the open form, beside what is typed, and is no conflict", async () => {
  await shifted(() => userEvent.type(field(), "er"))
  await waitFor(() => expect(screen.getByLabelText("Rank")).toHaveValue(5))
  expect(field()).toHaveValue("Older")
  expect(field()).toHaveFocus()
  expect(screen.queryByText(/changed by someone else/)).toBeNull()
  await press()
  await waitFor(() => expect(stored).toEqual({ title: "Older", rank: 5, version: 2 }))
})

test("it is no change of one's own", async () => {
  await shifted(async () => {})
  await waitFor(() => expect(screen.getByLabelText("Rank")).toHaveValue(5))
  expect(screen.queryByText("Unsaved changes")).toBeNull()
})

test("a rank that is being typed stays when others moved it", async () => {
  await shifted(() => userEvent.type(screen.getByLabelText("Rank"), "2"))
  expect(screen.getByLabelText("Rank")).toHaveValue(12)
  expect(screen.queryByText(/changed by someone else/)).toBeNull()
  expect(screen.getByText("Unsaved changes")).toBeVisible()
  await press()
  await waitFor(() => expect(stored).toEqual({ title: "Old", rank: 12, version: 2 }))
})

test("a recovered rank that others moved since is no conflict", async () => {
  const values = { title: "Old", rank: 9 }
  keepDraft(owner, "test", { values, base: { ...stored, rank: 4 }, at: Date.now() })
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
    JSON.stringify({ values: { title, rank: 1 }, base: stored, at }),
  )

test("a save takes away its own draft, and offers what another page left", async () => {
  leave("first", "Of the first", Date.now() - 2000)
  leave("second", "Of the second", Date.now() - 1000)
  leave("third", "Of the second", Date.now() - 3000)
  await show()
  await waitFor(() => expect(field()).toHaveValue("Of the second"))
  expect(screen.queryByText(/also have unsaved/)).toBeNull()
  await press()
  await waitFor(() => expect(stored.title).toBe("Of the second"))
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

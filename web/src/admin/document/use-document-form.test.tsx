import { QueryClientProvider, useQuery } from "@tanstack/react-query"
import { render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { beforeEach, expect, test, vi } from "vitest"
import { z } from "zod"
import { keepDraft } from "@/lib/draft"
import { makeQueryClient } from "@/lib/query"
import { DocumentForm } from "./document-form"
import { TextField } from "./fields"
import { useDocumentForm } from "./use-document-form"

vi.mock("../session/session", () => ({ useUser: () => ({ id: "someone" }) }))

type Doc = { title: string; rank: number; version: number }

// What the server holds, and the reads it has yet to answer.
let stored: Doc
let reads: { answer: () => void; fail: () => void }[]
let isSlow: boolean

beforeEach(() => {
  localStorage.clear()
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

const shown: string[] = []

function Form({ doc }: { doc: Doc }) {
  const editing = useDocumentForm({
    name: "test",
    doc,
    stamp: (one) => one.version,
    values: (one: Doc | null) => ({ title: one?.title ?? "", rank: one?.rank ?? 1 }),
    schema: z.object({ title: z.string(), rank: z.number() }),
    save,
    refreshes: [["test"]],
    done: "Saved",
    failed: "Failed",
  })
  shown.push(editing.form.watch("title"))
  return (
    <DocumentForm label="Test" editing={editing}>
      <TextField form={editing.form} name="title" label="Title" />
    </DocumentForm>
  )
}

function Screen() {
  const { data } = useQuery({ queryKey: ["test"], queryFn: read })
  return data ? <Form doc={data} /> : null
}

const field = () => screen.getByLabelText("Title")
const press = () => userEvent.click(screen.getByRole("button", { name: /Save Changes|Saving/ }))

async function open() {
  render(
    <QueryClientProvider client={makeQueryClient(() => {})}>
      <Screen />
    </QueryClientProvider>,
  )
  await screen.findByLabelText("Title")
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
  keepDraft("someone", "test", {
    values: { title: "Typed", rank: base.rank },
    base,
    at: Date.now(),
  })

test("recovered text leaves what it does not change as it is now, and can be saved", async () => {
  recoverable({ title: "Old", rank: 7, version: 0 })
  render(
    <QueryClientProvider client={makeQueryClient(() => {})}>
      <Screen />
    </QueryClientProvider>,
  )
  expect(await screen.findByText(/were recovered/)).toBeVisible()
  expect(field()).toHaveValue("Typed")
  await press()
  await waitFor(() => expect(stored).toEqual({ title: "Typed", rank: 1, version: 2 }))
})

test("recovered text stays when someone else saved since it was typed", async () => {
  recoverable({ title: "Older", rank: 1, version: 0 })
  render(
    <QueryClientProvider client={makeQueryClient(() => {})}>
      <Screen />
    </QueryClientProvider>,
  )
  expect(await screen.findByText(/were recovered/)).toBeVisible()
  expect(field()).toHaveValue("Typed")
  expect(screen.getByText("Unsaved changes")).toBeVisible()
})

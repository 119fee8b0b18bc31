import { QueryClientProvider, useQuery } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { beforeEach } from "vitest"
import { z } from "zod"
import { DocumentForm } from "@/admin/document/document-form"
import { TextField } from "@/admin/document/fields"
import { useDocumentForm } from "@/admin/document/use-document-form"
import { formOf } from "@/lib/document"
import { makeQueryClient } from "@/lib/query"
import { clearStored } from "./server"

export type Doc = { title: string; rank: number; version: number }

/** What the server holds, and the reads it has yet to answer. */
export const server = {
  stored: {} as Doc,
  reads: [] as { answer: () => void; fail: () => void }[],
  isSlow: false,
  refusal: "",
  saves: 0,
  /** What a save waits for. */
  held: undefined as Promise<void> | undefined,
  mayLeave: async () => true,
}

beforeEach(() => {
  clearStored()
  Object.assign(server, {
    stored: { title: "Old", rank: 1, version: 1 },
    reads: [],
    isSlow: false,
    refusal: "",
    saves: 0,
    held: undefined,
  })
})

const read = () =>
  new Promise<Doc>((resolve, reject) => {
    if (!server.isSlow) return resolve({ ...server.stored })
    server.reads.push({
      answer: () => resolve({ ...server.stored }),
      fail: () => reject({ code: "22023", message: "no", details: "", hint: "" }),
    })
  })

async function save({ title, rank }: { title: string; rank: number }, base: Doc | null) {
  server.saves++
  await server.held
  if (server.refusal) throw { code: "22023", message: server.refusal, details: "", hint: "" }
  if (base?.version !== server.stored.version)
    throw { code: "40001", message: "outdated", details: "", hint: "" }
  server.stored = { title, rank, version: server.stored.version + 1 }
  return { ...server.stored }
}

const declared = formOf<{ title: string; rank: number }, Doc>({
  name: "test",
  table: "job_listings",
  empty: { title: "", rank: 1 },
  rules: z.object({ title: z.string(), rank: z.coerce.number<number>() }),
})

/** The titles that were ever shown. */
export const shown: string[] = []

function Form({ doc }: { doc: Doc }) {
  const editing = useDocumentForm(declared, {
    doc,
    save,
    done: "Saved",
    failed: "Failed",
    refused: (sentence) => (/title/.test(sentence) ? "title" : undefined),
  })
  server.mayLeave = editing.mayLeave
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

export const field = () => screen.getByLabelText("Title")
export const press = () =>
  userEvent.click(screen.getByRole("button", { name: /Save Changes|Saving/ }))

/** Shows a form over what the server holds. */
export async function show() {
  const client = makeQueryClient(() => {})
  const { unmount } = render(
    <QueryClientProvider client={client}>
      <Screen />
    </QueryClientProvider>,
  )
  await screen.findByLabelText("Title")
  return { client, unmount }
}

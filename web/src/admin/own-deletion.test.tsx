import { QueryClientProvider } from "@tanstack/react-query"
import { act, renderHook } from "@testing-library/react"
import type { ReactNode } from "react"
import { beforeAll, beforeEach, expect, test } from "vitest"
import type { Declared } from "@/lib/document"
import { company, footerLink, job } from "@/lib/documents.gen"
import { findDrafts, keepDraft } from "@/lib/draft"
import { makeQueryClient } from "@/lib/query"
import { clearStored, serve, signIn } from "../../test/server"
import { useDeletion } from "./document/use-deletion"
import { useDeleteSubscriber } from "./subscribers/api"

const site = await serve()
const { id: owner } = await signIn()

type Row = { id: number; version: number }

const within = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={makeQueryClient(() => {})}>{children}</QueryClientProvider>
)

const said = { done: "", failed: "" }

type Deletion = [kind: string, table: string, useOne: () => (row: Row) => Promise<unknown>]

const deletions: Deletion[] = [
  ...[job, footerLink, company].map(
    (declared): Deletion => [
      declared.name,
      declared.table,
      () => useDeletion(declared as Declared<Row, object>, said).mutateAsync,
    ],
  ),
  [
    "subscriber",
    "newsletter_subscriptions",
    () => {
      const { mutateAsync } = useDeleteSubscriber()
      return ({ id }) => mutateAsync(id)
    },
  ],
]

beforeAll(() =>
  site.api("/rest/v1/newsletter_subscriptions", {
    method: "POST",
    as: "admin",
    body: JSON.stringify({ email: "ana@example.com" }),
  }),
)

beforeEach(clearStored)

test.each(deletions)(
  "who deletes a row of %s gives up what they typed in it",
  async (kind, table, useOne) => {
    const [row]: [Row] = await site.api(`/rest/v1/${table}?limit=1`, { as: "admin" })
    for (const name of [`${kind} ${row.id}`, `${kind} ${row.id}1`])
      keepDraft(owner, name, { values: {}, base: { id: row.id }, at: Date.now() })
    const { result } = renderHook(useOne, { wrapper: within })
    await act(() => result.current(row))
    const left = await findDrafts(owner, () => true)
    expect(left.map(({ name }) => name)).toEqual([`${kind} ${row.id}1`])
    expect(await site.api(`/rest/v1/${table}?id=eq.${row.id}`, { as: "admin" })).toEqual([])
  },
)

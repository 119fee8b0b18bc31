import { QueryClientProvider } from "@tanstack/react-query"
import { act, renderHook } from "@testing-library/react"
import type { ReactNode } from "react"
import { beforeEach, expect, test, vi } from "vitest"
import type { Declared } from "@/lib/document"
import { company, footerLink, job } from "@/lib/documents.gen"
import { findDrafts, keepDraft } from "@/lib/draft"
import { makeQueryClient } from "@/lib/query"
import { useDeletion } from "./document/use-deletion"
import { useDeleteSubscriber } from "./subscribers/api"

vi.mock("./session/session", () => ({ useUser: () => ({ id: "someone" }) }))
vi.mock("@/lib/supabase", () => {
  const write = {
    delete: () => write,
    eq: () => write,
    select: () => write,
    single: () => write,
    throwOnError: async () => ({ data: [] }),
  }
  return { supabase: { from: () => write }, call: async () => ({}) }
})

type Row = { id: number; version: number }

const within = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={makeQueryClient(() => {})}>{children}</QueryClientProvider>
)

const said = { done: "", failed: "" }

const deletions: [kind: string, useOne: () => () => Promise<unknown>][] = [
  ...[job, footerLink, company].map((declared): (typeof deletions)[number] => [
    declared.name,
    () => {
      const { mutateAsync } = useDeletion(declared as Declared<Row, object>, said)
      return () => mutateAsync({ id: 1, version: 1 })
    },
  ]),
  [
    "subscriber",
    () => {
      const { mutateAsync } = useDeleteSubscriber()
      return () => mutateAsync(1)
    },
  ],
]

beforeEach(() => localStorage.clear())

test.each(deletions)(
  "who deletes a row of %s gives up what they typed in it",
  async (kind, useOne) => {
    for (const name of [`${kind} 1`, `${kind} 11`])
      keepDraft("someone", name, { values: {}, base: { id: 1 }, at: Date.now() })
    const { result } = renderHook(useOne, { wrapper: within })
    await act(() => result.current())
    const left = await findDrafts("someone", () => true)
    expect(left.map(({ name }) => name)).toEqual([`${kind} 11`])
  },
)

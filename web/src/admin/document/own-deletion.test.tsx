import { QueryClientProvider } from "@tanstack/react-query"
import { act, renderHook } from "@testing-library/react"
import type { ReactNode } from "react"
import { beforeEach, expect, test, vi } from "vitest"
import { findDrafts, keepDraft } from "@/lib/draft"
import { makeQueryClient } from "@/lib/query"
import { type Job, useDeleteJob } from "../careers/api"
import { useDeleteLink } from "../links/api"
import { useDeleteCompany } from "../portfolio/api"
import { useDeleteSubscriber } from "../subscribers/api"

vi.mock("../session/session", () => ({ useUser: () => ({ id: "someone" }) }))
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

const within = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={makeQueryClient(() => {})}>{children}</QueryClientProvider>
)

const deletions: [kind: string, useDeletion: () => () => Promise<unknown>][] = [
  [
    "job",
    () => {
      const { mutateAsync } = useDeleteJob()
      return () => mutateAsync({ id: 1, version: 1 } as Job)
    },
  ],
  [
    "footer_links",
    () => {
      const { mutateAsync } = useDeleteLink("footer_links")
      return () => mutateAsync({ id: 1, version: 1 })
    },
  ],
  [
    "company",
    () => {
      const { mutateAsync } = useDeleteCompany()
      return () => mutateAsync({ id: 1, version: 1 })
    },
  ],
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
  async (kind, useDeletion) => {
    for (const name of [`${kind} 1`, `${kind} 11`])
      keepDraft("someone", name, { values: {}, base: { id: 1 }, at: Date.now() })
    const { result } = renderHook(useDeletion, { wrapper: within })
    await act(() => result.current())
    const left = await findDrafts("someone", () => true)
    expect(left.map(({ name }) => name)).toEqual([`${kind} 11`])
  },
)

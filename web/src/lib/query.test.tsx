import { QueryClientProvider, useQuery } from "@tanstack/react-query"
import { act, renderHook, waitFor } from "@testing-library/react"
import type { ReactNode } from "react"
import { beforeEach, expect, test } from "vitest"
import { makeQueryClient, useFlip } from "./query"

// What the server holds, and the saves it has yet to answer.
let stored: boolean
let isAway: boolean
let saves: { value: boolean; answer: () => void; refuse: () => void }[]

beforeEach(() => {
  stored = false
  isAway = false
  saves = []
})

const refusal = { code: "22023", message: "no", details: "", hint: "" }

const save = (value: boolean) =>
  new Promise<void>((resolve, reject) => {
    const answer = () => {
      stored = value
      resolve()
    }
    saves.push({ value, answer, refuse: () => reject(refusal) })
  })

const read = () => (isAway ? Promise.reject(refusal) : Promise.resolve(stored))

async function open() {
  const client = makeQueryClient(() => {})
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(
    () => ({
      flip: useFlip({
        queryKey: ["test"],
        apply: (_: boolean, value: boolean) => value,
        save,
        refreshes: [["test"]],
        failed: "Failed",
      }),
      data: useQuery({ queryKey: ["test"], queryFn: read }).data,
    }),
    { wrapper },
  )
  await waitFor(() => expect(result.current.data).toBe(false))
  return {
    data: () => result.current.data,
    isPending: () => client.isMutating() > 0,
    click: (value: boolean) => act(async () => result.current.flip.mutate(value)),
  }
}

const sent = () => saves.map(({ value }) => value)

test("flips are sent one after the other, and the last one stays", async () => {
  const { data, click, isPending } = await open()
  await click(true)
  await click(false)
  await waitFor(() => expect(data()).toBe(false))
  expect(sent()).toEqual([true])
  await act(async () => saves[0]?.answer())
  await waitFor(() => expect(sent()).toEqual([true, false]))
  // The first one, stored by now, does not show through.
  expect(data()).toBe(false)
  await act(async () => saves[1]?.answer())
  await waitFor(() => expect(isPending()).toBe(false))
  expect(data()).toBe(false)
  expect(stored).toBe(false)
})

test("when all of them are refused, what was stored shows again", async () => {
  const { data, click, isPending } = await open()
  await click(true)
  await click(true)
  isAway = true
  await act(async () => saves[0]?.refuse())
  await waitFor(() => expect(saves).toHaveLength(2))
  await act(async () => saves[1]?.refuse())
  await waitFor(() => expect(isPending()).toBe(false))
  expect(data()).toBe(false)
})

test("what is read for the first time while it changes is read once more", async () => {
  const answers: ((value: string) => void)[] = []
  const client = makeQueryClient(() => {})
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const queryFn = () => new Promise<string>((answer) => answers.push(answer))
  const { result } = renderHook(() => useQuery({ queryKey: ["test"], queryFn }).data, { wrapper })
  expect(answers).toHaveLength(1)
  const refreshed = client.invalidateQueries({ queryKey: ["test"] })
  answers[0]?.("before")
  await waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.("after")
  await refreshed
  await waitFor(() => expect(result.current).toBe("after"))
  expect(answers).toHaveLength(2)
})

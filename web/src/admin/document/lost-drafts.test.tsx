import { render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useState } from "react"
import { beforeEach, expect, test } from "vitest"
import { findDrafts, keepDraft } from "@/lib/draft"
import { clearStored, serve, signIn } from "../../../test/server"
import { LostDrafts } from "./lost-drafts"
import { useEdited } from "./use-edited"
import { useLost } from "./use-lost"

await serve()
const { id: owner } = await signIn()

type Row = { id: number; name: string }

function Screen({ rows }: { rows: Row[] }) {
  const [edited, setEdited] = useState<number>()
  const { lost, discard } = useLost("row", rows, edited)
  const { row, isGone } = useEdited(rows, edited, lost)
  return (
    <>
      <LostDrafts
        lost={lost}
        nameOf={({ name }) => name}
        onOpen={({ id }) => setEdited(id)}
        discard={discard}
      />
      {row && <output>{`${row.name} ${isGone ? "is gone" : "is there"}`}</output>}
    </>
  )
}

const rows = [{ id: 1, name: "Kept" }]

beforeEach(() => {
  clearStored()
  const keep = (name: string, base: Row | null) =>
    keepDraft(owner, name, { values: {}, base, at: Date.now() })
  keep("row 1", { id: 1, name: "Kept" })
  keep("row 2", { id: 2, name: "Deleted" })
  keep("row new", null)
  keep("other 3", { id: 3, name: "Another kind" })
})

test("what was typed in a row that is gone can be opened as such", async () => {
  render(<Screen rows={rows} />)
  expect(await screen.findByText(/Someone else deleted Deleted before you saved/)).toBeVisible()
  expect(screen.getAllByRole("status", { name: "" }).length).toBe(1)
  await userEvent.click(screen.getByRole("button", { name: "Open them" }))
  expect(await screen.findByText("Deleted is gone")).toBeVisible()
})

test("or discarded, and nothing else with it", async () => {
  render(<Screen rows={rows} />)
  await userEvent.click(await screen.findByRole("button", { name: "Discard them" }))
  await waitFor(() => expect(screen.queryByRole("button")).toBeNull())
  const left = await findDrafts(owner, () => true)
  expect(left.map(({ name }) => name).sort()).toEqual(["other 3", "row 1", "row new"])
})

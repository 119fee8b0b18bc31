import { QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test, vi } from "vitest"
import { job as declared, type Job } from "@/lib/documents.gen"
import { makeQueryClient } from "@/lib/query"
import CareersPage from "./page"

vi.mock("@/lib/supabase", () => ({ supabase: {}, call: vi.fn() }))
vi.mock("../session/session", () => ({ useUser: () => ({ id: "someone" }) }))

const lists = { responsibilities: [], qualifications: [], preferred: [] }
const job = (id: number, title: string) =>
  ({ id, title, rank: id, about: "", ...lists }) as unknown as Job

test("the order is called the visitors' only while it is", async () => {
  const client = makeQueryClient(() => {})
  client.setQueryData([declared.table], [job(1, "Writer"), job(2, "Cook")])
  render(
    <QueryClientProvider client={client}>
      <CareersPage />
    </QueryClientProvider>,
  )
  const words = "2 listings, in the order visitors see them."
  expect(screen.getByText(words)).toBeVisible()
  const search = screen.getByPlaceholderText("Search job listings...")
  await userEvent.type(search, "cook")
  expect(screen.getByText("2 listings.")).toBeVisible()
  await userEvent.clear(search)
  const sort = screen.getByLabelText("Sort")
  await userEvent.selectOptions(sort, "title")
  expect(screen.getByText("2 listings.")).toBeVisible()
  await userEvent.selectOptions(sort, "rank")
  expect(screen.getByText(words)).toBeVisible()
})

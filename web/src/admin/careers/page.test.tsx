import { screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test } from "vitest"
import { renderPage } from "../../../test/render"
import { serve, signIn } from "../../../test/server"
import CareersPage from "./page"

const site = await serve()
await signIn()
await site.api("/rest/v1/job_listings?id=gt.0", { method: "DELETE", as: "admin" })
for (const title of ["Writer", "Cook"])
  await site.api("/rest/v1/rpc/save_job", {
    method: "POST",
    as: "admin",
    body: JSON.stringify({ title, location: "Delhi, India", about: "<p>Work</p>" }),
  })

test("the order is called the visitors' only while it is", async () => {
  renderPage(<CareersPage />)
  const words = "2 listings, in the order visitors see them."
  expect(await screen.findByText(words)).toBeVisible()
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

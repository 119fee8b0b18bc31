import { screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { renderPage } from "../../../test/render"
import { serve, signIn } from "../../../test/server"
import { JobTile } from "./job-tile"
import { MessageTile } from "./message-tile"
import { PortfolioTile } from "./portfolio-tile"
import { SubscriberTile } from "./subscriber-tile"

const site = await serve()
await signIn()
for (const table of ["job_listings", "portfolio_companies"])
  await site.api(`/rest/v1/${table}?id=gt.0`, { method: "DELETE", as: "admin" })

test("tiles of a site without anything say so, and draw no empty charts", async () => {
  renderPage(
    <>
      <MessageTile />
      <SubscriberTile visits={undefined} />
      <JobTile />
      <PortfolioTile />
    </>,
  )
  for (const text of [
    "in the last 14 days",
    "nobody has signed up yet",
    "open",
    "companies so far",
  ])
    expect(await screen.findByText(text)).toBeVisible()
  expect(screen.queryAllByRole("img")).toEqual([])
  expect(document.querySelector(".chart, svg.h-13")).toBeNull()
})

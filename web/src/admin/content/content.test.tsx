import { screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import { renderPage } from "../../../test/render"
import { asked, intercept, serve, signIn } from "../../../test/server"
import ContentPage from "./page"

await serve()
await signIn("editor")

test("every content screen is there with what it holds, in one request", async () => {
  intercept(/batch/, (go) => go())
  renderPage(<ContentPage />)
  const home = screen.getByRole("region", { name: "Homepage" })
  expect(await within(home).findByRole("link", { name: /^Process ?4 steps$/ })).toHaveAttribute(
    "href",
    "/admin/process",
  )
  for (const [group, screens] of [
    ["Homepage", ["Hero", "Process", "Portfolio"]],
    ["About Us", ["About", "About text", "Process text", "Team"]],
    ["Contact", ["Contact information", "Contact page"]],
    ["Everything else", ["Careers", "Navigation", "Footer", "Pages"]],
  ] as const) {
    const links = within(screen.getByRole("region", { name: group })).getAllByRole("link")
    expect(links.map((link) => link.querySelector(".font-medium")?.textContent)).toEqual(screens)
    for (const link of links)
      await waitFor(() => expect(link.querySelector(".text-label")).not.toBeEmptyDOMElement())
  }
  expect(asked(/^(?!.*user_profiles)/).map(({ line }) => line)).toEqual(["POST /rest/v1/batch"])
})

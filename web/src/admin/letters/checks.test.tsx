import { cleanup, screen, waitFor } from "@testing-library/react"
import { expect, test } from "vitest"
import type { Letter } from "@/lib/documents.gen"
import { renderPage } from "../../../test/render"
import { asked, intercept, serve, signIn } from "../../../test/server"
import { Checks } from "./checks"

const site = await serve()
await signIn()
const post = (path: string, row: object) =>
  site.api(`/rest/v1/${path}`, { method: "POST", as: "admin", body: JSON.stringify(row) })
await post("page_heads", { path: "/contact", noindex: true })
await post("redirects", { from_path: "/old-about", to_path: "/about" })

const show = async (...paths: string[]) => {
  const body = paths.map((path) => `<p><a href="${path}">x</a></p>`).join("")
  const letter: Letter = await post("rpc/save_letter", { subject: "November", body })
  renderPage(<Checks letter={letter} onEdit={() => {}} />)
}

test("a letter may link to whatever visitors are answered, and is warned of what is not there", async () => {
  await show("/contact", "/old-about", "/old-about")
  expect(await screen.findByText("All 3 links to your own pages lead somewhere")).toBeVisible()
  cleanup()
  await show("/contact", "/abuot")
  expect(await screen.findByText(/^No page of this site is at/)).toHaveTextContent("/abuot")
  expect(screen.queryByText(/lead somewhere/)).toBeNull()
})

test("while the server is broken a letter is neither warned of its links nor told that they are fine", async () => {
  intercept(/^HEAD \/contact/, async () => new Response(null, { status: 503 }))
  await show("/contact", "/abuot")
  await screen.findByText(/^No page of this site is at/)
  await waitFor(() => expect(asked(/^HEAD /)).toHaveLength(2))
  expect(screen.getAllByText(/^No page of this site is at/)).toHaveLength(1)
  expect(screen.queryByText(/lead somewhere/)).toBeNull()
})

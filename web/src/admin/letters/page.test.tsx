import { screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { afterAll, beforeEach, expect, test } from "vitest"
import { navigate } from "@/lib/location"
import { toast } from "@/lib/toast"
import { openPostbox } from "../../../e2e/admin/postbox"
import { renderPage } from "../../../test/render"
import { asked, lose, serve, signIn } from "../../../test/server"
import ComposerPage from "./composer-page"
import LettersPage from "./page"
import "../../../test/layout"

const postbox = await openPostbox()
afterAll(() => postbox.close())
const site = await serve({
  VITRINE_SMTP_URL: postbox.url,
  VITRINE_MAIL_FROM: "studio@example.com",
  VITRINE_LETTER_DELAY: "1h",
})
await signIn()
const post = (path: string, row: object) =>
  site.api(path, { method: "POST", as: "admin", body: JSON.stringify(row) })

await post("/rest/v1/newsletter_subscriptions", [
  { email: "ann@example.org", wants_jobs: false },
  { email: "bo@example.org", wants_jobs: true },
])
const write = (subject: string, more: object = {}) =>
  post("/rest/v1/rpc/save_letter", { subject, body: "<p>Hello</p>", ...more })

beforeEach(async () => {
  for (const { id } of toast.list()) toast.close(id)
  await navigate("/admin/letters")
})

const show = (Page = LettersPage) => renderPage(<Page />)

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole("button", { name }))

test("the list says who gets letters, filters, and leads to the page of each", async () => {
  const { id } = await write("November")
  await write("December")
  show()
  const audience = await screen.findByLabelText("Who gets letters")
  expect(audience).toHaveTextContent("Gets your letters2 of 2 people")
  await press("Sent 0")
  expect(screen.getByText("None of the letters.")).toBeVisible()
  await press("Drafts 2")
  const path = `/admin/letters?letter=${id}`
  expect(screen.getByRole("link", { name: "November" })).toHaveAttribute("href", path)
  await navigate(path)
  expect(await screen.findByRole("heading", { name: "November Draft" })).toBeVisible()
  await waitFor(() => expect(screen.getByLabelText("Who gets it")).toHaveTextContent("2 people"))
})

test("a letter about jobs counts those who want to hear of them", async () => {
  const { id } = await write("Two jobs", { audience: "jobs" })
  await navigate(`/admin/letters?letter=${id}`)
  show()
  await press("Send or schedule")
  const ask = within(await screen.findByRole("dialog", { name: "Send to 1 person?" }))
  expect(ask.getByText("1 person who asked to hear of jobs")).toBeVisible()
  expect(ask.getByText(/Sending starts after 3,600 seconds/)).toBeVisible()
})

test("what is typed is asked for as a mail a moment later, and a failure leaves the form alone", async () => {
  lose(/letter_preview/)
  await navigate("/admin/letters/write")
  show(ComposerPage)
  await userEvent.click((await screen.findAllByRole("button", { name: "Preview" }))[0] as Element)
  expect(await screen.findByText("The preview could not load. The form still works.")).toBeVisible()
})

test("the mail that is shown is the server's, with links that lead nowhere", async () => {
  const { id } = await write("November", {
    body: '<p>Hello</p><p><a href="/about">Read it</a></p>',
  })
  await navigate(`/admin/letters?letter=${id}`)
  show()
  await waitFor(() => expect(asked(/letter_preview/)).not.toEqual([]))
  const root = await waitFor(() => {
    const { shadowRoot } = document.querySelector(".mail-view") ?? {}
    expect(shadowRoot?.querySelector("h1")).toHaveTextContent("November")
    return shadowRoot as ShadowRoot
  })
  const link = root.querySelector("a.btn") as HTMLElement
  expect(link).toHaveTextContent("Read it")
  expect(link).not.toHaveAttribute("href")
  expect(link.title).toMatch(/\/about$/)
  expect(link.style.borderRadius).toBe("999px")
  expect(root.querySelector("img")?.getAttribute("src")).toBe("/icon-192.png")
})

test("a letter is scheduled, moved and taken back", async () => {
  const { id } = await write("November")
  await navigate(`/admin/letters?letter=${id}`)
  show()
  await press("Send or schedule")
  const ask = within(await screen.findByRole("dialog", { name: "Send to 2 people?" }))
  await press("Schedule")
  expect(ask.getByRole("button", { name: "Send to 2 people" })).toBeDisabled()
  const year = new Date().getFullYear() + 1
  await userEvent.type(ask.getByLabelText("Date and time"), `${year}-01-04T09:00`)
  await press(`Schedule for Jan 4, ${year}, 09:00`)
  expect(await screen.findByRole("heading", { name: `Jan 4, ${year}, 09:00` })).toBeVisible()
  expect(screen.getByText(/^Scheduled by editor@example.com/)).toBeVisible()
  await press("Back to draft")
  expect(await screen.findByRole("heading", { name: "Not sent yet" })).toBeVisible()
  expect(postbox.letters).toEqual([])
})

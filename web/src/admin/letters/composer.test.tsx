import { screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { afterAll, beforeEach, expect, test } from "vitest"
import { navigate } from "@/lib/location"
import { toast } from "@/lib/toast"
import { openPostbox } from "../../../e2e/admin/postbox"
import { renderPage } from "../../../test/render"
import { serve, signIn } from "../../../test/server"
import ComposerPage from "./composer-page"
import LettersPage from "./page"
import "../../../test/layout"

const postbox = await openPostbox()
afterAll(() => postbox.close())
const site = await serve({
  VITRINE_SMTP_URL: postbox.url,
  VITRINE_MAIL_FROM: "studio@example.com",
  VITRINE_LETTER_DELAY: "0s",
})
const { email } = await signIn()
const post = (path: string, row: object) =>
  site.api(path, { method: "POST", as: "admin", body: JSON.stringify(row) })
const write = (subject: string) =>
  post("/rest/v1/rpc/save_letter", { subject, body: "<p>Hello</p>" })
await post("/rest/v1/newsletter_subscriptions", { email: "ann@example.org" })

beforeEach(() => {
  for (const { id } of toast.list()) toast.close(id)
})

async function open(path: string, Page = ComposerPage) {
  await navigate(path)
  return renderPage(<Page />)
}

const subject = () => screen.findByLabelText<HTMLInputElement>("Subject")
const button = (name: string) => screen.getByRole("button", { name })
const recipients = () => postbox.letters.map((text) => /^To: <(.*)>/m.exec(text)?.[1])

test("a test of a new letter saves it first, goes to oneself alone, and leaves the form where it is", async () => {
  await open("/admin/letters/write")
  const field = await subject()
  await userEvent.type(field, "November")
  await userEvent.click(button("Send a test"))
  await waitFor(() => expect(recipients()).toEqual([email]))
  await waitFor(() => expect(location.search).toMatch(/^\?letter=\d+$/))
  expect(await screen.findByText("Draft kept")).toBeVisible()
  expect(field).toBeInTheDocument()
  expect(screen.queryByRole("button", { name: "Save letter" })).toBeNull()
  // What follows is a change of the same letter.
  await userEvent.type(field, ", again")
  await userEvent.click(button("Save letter"))
  await waitFor(() => expect(button("Send a test")).toBeVisible())
  await screen.findByRole("heading", { name: "November, again" })
  const all = await site.api("/rest/v1/letters?select=subject", { as: "admin" })
  expect(all).toEqual([{ subject: "November, again" }])
})

test("Enter in a letter that is saved sends nothing", async () => {
  const { id } = await write("December")
  const before = postbox.letters.length
  await open(`/admin/letters/write?letter=${id}`)
  await userEvent.type(await subject(), "{Enter}")
  expect(screen.queryByRole("dialog")).toBeNull()
  await userEvent.click(button("Send or schedule"))
  expect(await screen.findByRole("dialog", { name: "Send to 1 person?" })).toBeVisible()
  expect(postbox.letters).toHaveLength(before)
})

test("what is typed is saved before it is sent", async () => {
  const { id } = await write("Janury")
  await open(`/admin/letters/write?letter=${id}`)
  await userEvent.clear(await subject())
  await userEvent.type(await subject(), "January")
  await userEvent.click(button("Send or schedule"))
  const ask = within(await screen.findByRole("dialog", { name: "Send to 1 person?" }))
  expect(await ask.findByText("January")).toBeVisible()
})

test("a new letter may have its first words from the search", async () => {
  await open("/admin/letters/write?called=February")
  expect(await subject()).toHaveValue("February")
  expect(button("Save letter")).toBeVisible()
})

test("another letter has a form of its own, and so has the next new one", async () => {
  const [one, other] = [await write("One"), await write("Other")]
  await open(`/admin/letters/write?letter=${one.id}`)
  expect(await subject()).toHaveValue("One")
  await navigate(`/admin/letters/write?letter=${other.id}`)
  await waitFor(async () => expect(await subject()).toHaveValue("Other"))
  await navigate("/admin/letters/write")
  await waitFor(async () => expect(await subject()).toHaveValue(""))
})

test("a letter that has begun is looked at only", async () => {
  const { id, version } = await write("March")
  await post("/rest/v1/rpc/send_letter", { id, version })
  await open(`/admin/letters/write?letter=${id}`)
  expect(await screen.findByText("It has begun, so it cannot be changed.")).toBeVisible()
  for (const name of ["Save letter", "Send a test", "Send or schedule"])
    expect(screen.queryByRole("button", { name })).toBeNull()
})

test("one that is gone leads back to the others and says so", async () => {
  await open("/admin/letters/write?letter=999999")
  await waitFor(() => expect(location.pathname).toBe("/admin/letters"))
  expect(toast.list()[0]?.title).toBe("It is not there any more")
})

test("the addresses of before lead to the form, with the version that they name", async () => {
  const page = await open("/admin/letters?edit=7&history=letter.12", LettersPage)
  await waitFor(() => expect(location.pathname).toBe("/admin/letters/write"))
  expect(location.search).toBe("?letter=7&history=letter.12")
  page.unmount()
  await open("/admin/letters?new=1", LettersPage)
  await waitFor(() => expect(location.pathname).toBe("/admin/letters/write"))
})

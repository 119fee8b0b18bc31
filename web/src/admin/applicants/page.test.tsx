import { screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { beforeEach, expect, test } from "vitest"
import { Router } from "wouter"
import { navigate, useGuardedLocation } from "@/lib/location"
import { toast } from "@/lib/toast"
import { apply, jobs } from "../../../e2e/admin/apply"
import { renderPage } from "../../../test/render"
import { asked, intercept, lose, serve, signIn } from "../../../test/server"
import ApplicantsPage from "./page"
import "../../../test/layout"

const site = await serve()
const [engineer, designer] = await jobs(site)
const ANN = { name: "Ann", email: "ann@example.org", note: "A refund service." }
await apply(site, engineer?.id ?? 0, ANN)
await apply(site, engineer?.id ?? 0, { name: "Bo", email: "bo@example.org" })
await apply(site, designer?.id ?? 0, { name: "Cleo", email: "cleo@example.org" })

beforeEach(async () => {
  for (const { id } of toast.list()) toast.close(id)
  const rows = await site.api("/rest/v1/job_applications?select=id", { as: "editor" })
  const ids = rows.map(({ id }: { id: number }) => id)
  const body = JSON.stringify({ ids, stage: "new", assigned_to: "" })
  await site.api("/rest/v1/rpc/save_application", { method: "POST", as: "editor", body })
  await signIn("editor")
  await navigate("/admin/applicants")
})

async function show(path = "/admin/applicants") {
  await navigate(path)
  return renderPage(
    <Router hook={useGuardedLocation}>
      <main>
        <ApplicantsPage />
      </main>
    </Router>,
  )
}

const column = (name: string) => screen.getByRole("region", { name: new RegExp(`^${name}`) })
const names = (stage: string) =>
  within(column(stage))
    .queryAllByRole("heading", { level: 3 })
    .map((heading) => heading.textContent)
const card = (name: string) => screen.findByRole("button", { name })

test("the board has a column for each stage, the newest first, with how many there are", async () => {
  await show()
  await card("Ann")
  expect(names("New")).toEqual(["Cleo", "Bo", "Ann"])
  expect(column("New")).toHaveTextContent(/^New 3/)
  expect(column("Offer")).toHaveTextContent("No offer is out.")
  expect(await screen.findByText("3 people for 2 jobs.")).toBeVisible()
})

test("arrow keys walk over the cards, and with Shift they move one, which is announced", async () => {
  await show()
  ;(await card("Cleo")).focus()
  await userEvent.keyboard("{ArrowDown}{ArrowDown}")
  expect(await card("Ann")).toHaveFocus()
  await userEvent.keyboard("{Shift>}{ArrowRight}{/Shift}")
  expect(names("Read")).toEqual(["Ann"])
  expect(screen.getByText("Ann moved to Read.")).toBeInTheDocument()
  await waitFor(() => expect(toast.list()[0]).toMatchObject({ title: "Moved to Read" }))
  await waitFor(async () => expect(await card("Ann")).toHaveFocus())
  await userEvent.keyboard("{ArrowLeft}")
  expect(await card("Cleo")).toHaveFocus()
})

test("a card that the server refuses to move goes back", async () => {
  await show()
  lose(/rpc\/save_application/)
  ;(await card("Bo")).focus()
  await userEvent.keyboard("{Shift>}{ArrowRight}{/Shift}")
  await waitFor(() =>
    expect(toast.list()[0]).toMatchObject({ text: "Failed to move the application." }),
  )
  await waitFor(() => expect(names("New")).toContain("Bo"))
})

const idOf = async (name: string): Promise<number> => {
  const path = `/rest/v1/job_applications?name=eq.${name}&select=id`
  return (await site.api(path, { as: "editor" }))[0].id
}

test("undo leaves a card where a colleague moved it since then, and says so", async () => {
  await show()
  ;(await card("Ann")).focus()
  await userEvent.keyboard("{Shift>}{ArrowRight}{/Shift}")
  await waitFor(() => expect(toast.list()[0]).toMatchObject({ title: "Moved to Read" }))
  const body = JSON.stringify({ id: await idOf("Ann"), stage: "offer" })
  await site.api("/rest/v1/rpc/save_application", { method: "POST", as: "admin", body })
  const [undo] = toast.list()[0]?.actions ?? []
  if (undo && "run" in undo) undo.run()
  await waitFor(() =>
    expect(toast.list().at(-1)).toMatchObject({
      title: "Not undone",
      text: "It was changed again since then, so it stays as it is.",
    }),
  )
  await waitFor(() => expect(names("Offer")).toEqual(["Ann"]))
})

test("undo puts a card back that nobody moved since then", async () => {
  await show()
  ;(await card("Ann")).focus()
  await userEvent.keyboard("{Shift>}{ArrowRight}{/Shift}")
  await waitFor(() => expect(toast.list()[0]).toMatchObject({ title: "Moved to Read" }))
  const [undo] = toast.list()[0]?.actions ?? []
  if (undo && "run" in undo) undo.run()
  await waitFor(() => expect(toast.list().at(-1)).toMatchObject({ title: "Undone." }))
  await waitFor(() => expect(names("New")).toContain("Ann"))
})

test.each([
  ["sent", "", "success", "Mail sent"],
  ["queued", "451 try later", "error", "It is tried again by itself: 451 try later"],
  ["given up", "550 no such mailbox", "error", "The mail was refused: 550 no such mailbox"],
  ["queued", "", "success", "Mail on its way"],
])("a mail that is %s (%s) is not called anything else", async (state, last_error, kind, text) => {
  intercept(/rpc\/mail_mode/, async () => Response.json({ mailed: true }))
  intercept(/rpc\/mail_application/, async () =>
    Response.json([
      { kind: "confirmation", event_id: null, state: "sent", attempts: 1, last_error: "" },
      { kind: "mail", event_id: 1, state: "sent", attempts: 1, last_error: "" },
      { kind: "mail", event_id: 2, state, attempts: last_error ? 1 : 0, last_error },
    ]),
  )
  await show(`/admin/applicants?open=${await idOf("Ann")}`)
  await userEvent.click(await screen.findByRole("button", { name: "Invitation" }))
  await userEvent.click(await screen.findByRole("button", { name: "Send mail" }))
  await waitFor(() => expect(toast.list().at(-1)).toMatchObject({ kind, text }))
})

test("closing asks how it ended, and saying no prepares a mail that nobody sent", async () => {
  await show()
  await userEvent.click(await screen.findByRole("button", { name: "Move Cleo" }))
  await userEvent.click(await screen.findByRole("menuitem", { name: "Move to Closed" }))
  const question = await screen.findByRole("dialog", { name: "How did it end for Cleo?" })
  await userEvent.click(within(question).getByLabelText(/We said no/))
  await userEvent.click(within(question).getByRole("button", { name: "Move to Closed" }))
  expect(await screen.findByDisplayValue(/^Dear Cleo,/)).toBeVisible()
  expect(asked(/rpc\/mail_application/)).toEqual([])
  const mail = screen.getByRole("dialog", { name: "Mail to Cleo" })
  await userEvent.click(within(mail).getByRole("button", { name: "Cancel" }))
  await waitFor(() => expect(names("Closed")).toEqual(["Cleo"]))
})

test("an applicant is opened by the address, read from then on, and the history says who saw it", async () => {
  const [ann] = await site.api("/rest/v1/job_applications?name=eq.Ann&select=id", { as: "editor" })
  await show(`/admin/applicants?open=${ann.id}`)
  const open = await screen.findByRole("dialog", { name: "Application of Ann" })
  expect(within(open).getByText("A refund service.")).toBeVisible()
  const history = within(open).getByRole("region", { name: "History" })
  await waitFor(() => expect(history).toHaveTextContent("editor@example.com opened it"))
  await waitFor(() => expect(within(open).getByRole("radio", { name: "Read" })).toBeChecked())
  await userEvent.type(within(open).getByLabelText("Add a note"), "Talk this week.{Enter}")
  // In the list, and no more where it was typed.
  expect(await within(open).findByText("Talk this week.", { selector: "li *" })).toBeVisible()
  await userEvent.click(within(open).getByRole("radio", { name: "Offer" }))
  await waitFor(() => expect(history).toHaveTextContent("moved it to Offer"))
  await userEvent.click(within(open).getByRole("button", { name: "Close" }))
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  expect(location.search).toBe("")
})

test("one that is gone is said, and the screen stays", async () => {
  await show("/admin/applicants?open=999")
  await waitFor(() =>
    expect(toast.list()[0]).toMatchObject({ text: "This application was deleted." }),
  )
  expect(location.search).toBe("")
})

test("a held CV is offered neither to read nor to download", async () => {
  intercept(/job_applications.*id=eq/, async (go) => {
    const rows = await (await go()).json()
    const held = { cv_name: "1/x.pdf", cv_file_name: "resume.pdf", scan: "held" }
    return Response.json(rows.map((row: object) => ({ ...row, ...held })))
  })
  const [bo] = await site.api("/rest/v1/job_applications?name=eq.Bo&select=id", { as: "editor" })
  await show(`/admin/applicants?open=${bo.id}`)
  const open = await screen.findByRole("dialog", { name: "Application of Bo" })
  expect(await within(open).findByText(/Held back by the virus scan/)).toBeVisible()
  expect(within(open).queryByRole("button", { name: /CV/ })).toBeNull()
})

test("what the spam check held back stands apart, with its reasons, and is let in", async () => {
  const [bo] = await site.api("/rest/v1/job_applications?name=eq.Bo", { as: "editor" })
  const held = { ...bo, quarantined_at: "2026-11-15T00:00:00Z", spam_reasons: ["3 links"] }
  intercept(/job_applications\?.*quarantined_at=not\.is\.null/, async (go) => {
    const answer = await go()
    const headers = { "content-range": "0-0/1", "content-type": "application/json" }
    return new Response(answer.body === null ? null : JSON.stringify([held]), { headers })
  })
  intercept(/job_applications.*id=eq/, async () => Response.json([held]))
  await show("/admin/applicants?show=held")
  expect(await screen.findByText(/Nobody was mailed about these/)).toBeVisible()
  await userEvent.click(await screen.findByRole("button", { name: "Bo" }))
  const open = await screen.findByRole("dialog", { name: "Application of Bo" })
  const why = within(open).getByRole("region", { name: "Why it was held back" })
  expect(why).toHaveTextContent("3 links")
  await userEvent.click(within(open).getByRole("button", { name: "Not spam" }))
  await waitFor(() => expect(asked(/rpc\/release_application/)).toHaveLength(1))
})

test("without an answer of the server the board offers to try again", async () => {
  lose(/job_applications/)
  await show()
  expect(await screen.findByRole("heading", { name: /Access Error/ })).toBeVisible()
})

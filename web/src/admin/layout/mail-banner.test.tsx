import { QueryClientProvider } from "@tanstack/react-query"
import { render, screen, waitFor } from "@testing-library/react"
import { expect, test } from "vitest"
import { mailMode } from "@/lib/mail-mode"
import { makeQueryClient } from "@/lib/query"
import { type Person, serve, signIn } from "../../../test/server"
import { MailBanner } from "./mail-banner"

const MAILED = { VITRINE_SMTP_URL: "smtp://127.0.0.1:1", VITRINE_MAIL_FROM: "studio@example.com" }
const TESTED = { VITRINE_MAIL_TEST_ADDRESS: "test@example.com" }

async function show(settings: NodeJS.ProcessEnv, person: Person = "admin") {
  await serve(settings)
  await signIn(person)
  const client = makeQueryClient(() => {})
  render(
    <QueryClientProvider client={client}>
      <MailBanner />
    </QueryClientProvider>,
  )
  return client
}

test("an admin reads that mail reaches nobody, and where to set it up", async () => {
  await show({})
  expect(await screen.findByRole("note", { name: "Mail" })).toHaveTextContent(
    /^Mail reaches nobody\. Messages, sign-ups and applications are kept here, but no mail goes out\. Set up mail$/,
  )
  expect(screen.getByRole("link", { name: "Set up mail" })).toHaveAttribute(
    "href",
    "/admin/settings/mail",
  )
})

test("an editor is told whom to ask", async () => {
  await show(TESTED, "editor")
  expect(await screen.findByText(/Ask an admin to set it up\.$/)).toBeVisible()
  expect(screen.queryByText(/Set up mail|test mode/)).toBeNull()
})

test("test mode names the address", async () => {
  await show({ ...MAILED, ...TESTED })
  expect(await screen.findByRole("note")).toHaveTextContent(
    "Mail is in test mode. Every mail goes to test@example.com.",
  )
})

test("where mail works nothing is said", async () => {
  const client = await show(MAILED)
  await waitFor(() => expect(client.getQueryData(mailMode.queryKey)?.mailed).toBe(true))
  expect(screen.queryByRole("note")).toBeNull()
})

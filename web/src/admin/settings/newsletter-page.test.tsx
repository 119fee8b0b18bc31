import { screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { beforeEach, expect, test } from "vitest"
import { toast } from "@/lib/toast"
import { renderPage } from "../../../test/render"
import { asked, clearStored, intercept, serve, signIn } from "../../../test/server"
import NewsletterPage from "./newsletter-page"
import "../../../test/layout"

const MAILED = { VITRINE_SMTP_URL: "smtp://127.0.0.1:1", VITRINE_MAIL_FROM: "studio@example.com" }

beforeEach(() => {
  clearStored()
  for (const { id } of toast.list()) toast.close(id)
})

async function show(settings = {}) {
  const site = await serve(settings)
  await signIn()
  renderPage(<NewsletterPage />)
  return site
}

const choice = (name: string) => screen.findByRole("switch", { name })

test("both choices are saved, and what asking comes to without mail is said", async () => {
  const site = await show()
  expect(screen.queryByText(/^Mail reaches nobody/)).toBeNull()
  await userEvent.click(await choice("Ask people to confirm their address"))
  expect(
    await screen.findByText(
      /^Mail reaches nobody: who signs up stays pending, and gets the link once a mail/,
    ),
  ).toBeVisible()
  await userEvent.click(await choice("Show sent letters on the site"))
  await userEvent.click(screen.getByRole("button", { name: "Save Changes" }))
  await waitFor(() =>
    expect(toast.list()).toMatchObject([{ text: "The newsletter settings have been updated." }]),
  )
  expect(await site.api("/rest/v1/site_settings", { as: "admin" })).toMatchObject([
    { double_opt_in: true, letters_public: true },
  ])
  expect(await screen.findByText(/^Nobody is left to ask/)).toBeVisible()
  expect(screen.getByRole("button", { name: /^Ask them to confirm/ })).toBeDisabled()
})

test("people from before are counted, and asked after the mail was shown", async () => {
  // No server of today makes rows from before consent was recorded.
  intercept(/rpc\/ask_again/, async () => Response.json({ asked: 388 }))
  await show(MAILED)
  expect(
    await screen.findByText(
      "388 people signed up before consent was recorded. They get letters, as until now.",
    ),
  ).toBeVisible()
  const open = screen.getByRole("button", { name: /^Ask them to confirm/ })
  await waitFor(() => expect(open).toBeEnabled())
  await userEvent.click(open)
  const ask = within(await screen.findByRole("alertdialog"))
  expect(ask.getByText(/Who does not answer stays on the list\./)).toBeVisible()
  expect(
    ask.getByText("Then the link of each.").parentElement?.textContent?.length,
  ).toBeGreaterThan(60)
  await userEvent.click(ask.getByRole("button", { name: "Ask 388" }))
  await waitFor(() => expect(toast.list()).toMatchObject([{ title: "Asked" }]))
  expect(asked(/rpc\/ask_again/).map(({ body }) => body)).toContain("{}")
})

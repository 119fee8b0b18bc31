import { screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { beforeEach, expect, test } from "vitest"
import { renderPage } from "../../../test/render"
import { clearStored, serve, signIn } from "../../../test/server"
import { FooterGeneral } from "./footer-general"

const site = await serve()
await signIn()
beforeEach(clearStored)

const open = () => renderPage(<FooterGeneral />)

const stored = async () => (await site.api("/rest/v1/footer_content?select=*"))[0]
const button = (name: string) => screen.findByRole("button", { name })
const save = async () => userEvent.click(await button("Save Changes"))

test("a footer that follows Contact says so, takes a value of its own, and follows again", async () => {
  open()
  const use = await button("Use another one here: Email Address")
  expect(await screen.findByText("hello@vitrine.example")).toBeVisible()
  expect(screen.queryByLabelText("Email Address")).toBeNull()

  await userEvent.click(use)
  const field = screen.getByLabelText("Email Address")
  expect(field).toHaveFocus()
  expect(field).toHaveValue("hello@vitrine.example")
  await userEvent.clear(field)
  expect(screen.getByText("The footer shows none.")).toBeVisible()
  await userEvent.type(field, "press@vitrine.example")
  await save()
  await waitFor(async () =>
    expect(await stored()).toMatchObject({ email: "press@vitrine.example", follows_email: false }),
  )

  await userEvent.click(await button("Follow Contact: Email Address"))
  expect(await button("Use another one here: Email Address")).toHaveFocus()
  await save()
  await waitFor(async () =>
    expect(await stored()).toMatchObject({ email: "", follows_email: true }),
  )
})

test("a value of its own is put back whole", async () => {
  open()
  await userEvent.click(await button("Use another one here: Location"))
  await userEvent.type(screen.getByLabelText("Location"), "Elsewhere")
  await userEvent.click(await button("Put back: Location"))
  expect(await button("Use another one here: Location")).toHaveFocus()
  expect(screen.getByText("No changes")).toBeVisible()
})

test("what another program wrote is the footer's own", async () => {
  await site.api("/rest/v1/footer_content?id=eq.1", {
    method: "PATCH",
    as: "editor",
    body: JSON.stringify({ location: "Quito" }),
  })
  open()
  expect(await screen.findByLabelText("Location")).toHaveValue("Quito")
})

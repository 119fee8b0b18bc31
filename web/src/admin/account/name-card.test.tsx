import { screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test } from "vitest"
import { toast } from "@/lib/toast"
import { renderPage } from "../../../test/render"
import { serve, signIn } from "../../../test/server"
import { NameCard } from "./name-card"

const site = await serve()

test("a name is saved, and colleagues read it", async () => {
  const { email } = await signIn("editor")
  renderPage(<NameCard />)
  const save = screen.getByRole("button", { name: "Save name" })
  expect(save).toBeDisabled()
  await userEvent.type(screen.getByLabelText("Name"), " Ada Lovelace ")
  // Not before it is known what the name was.
  await waitFor(() => expect(save).toBeEnabled())
  await userEvent.keyboard("{Enter}")
  await waitFor(() => expect(toast.list()).toMatchObject([{ text: "Your name was saved" }]))
  await waitFor(() => expect(screen.getByLabelText("Name")).toHaveValue("Ada Lovelace"))
  expect(save).toBeDisabled()
  const staff = await site.api("/rest/v1/rpc/list_staff", {
    method: "POST",
    as: "admin",
    body: "{}",
  })
  expect(staff).toContainEqual(expect.objectContaining({ email, name: "Ada Lovelace" }))
})

import { screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useState } from "react"
import { expect, test } from "vitest"
import { renderPage } from "../../../test/render"
import { serve, signIn } from "../../../test/server"
import type { Subscriber } from "./api"
import { EditNotice } from "./edit-notice"
import type { Edit } from "./use-edit"

const site = await serve()
await signIn()
const [of]: [Subscriber] = await site.api("/rest/v1/newsletter_subscriptions", {
  method: "POST",
  as: "admin",
  body: JSON.stringify({ email: "ana@example.com" }),
})

function Page() {
  const [isOn, setOn] = useState(true)
  const edit = {
    of,
    typed: "ana@gmail.com",
    recovered: 1,
    stop: () => setOn(false),
  } as never as Edit
  return (
    <main>
      <h1 tabIndex={-1}>Subscribers</h1>
      {isOn && <EditNotice edit={edit} of={of} />}
    </main>
  )
}

test.each(["Discard them", "Cancel"])(
  "%s of a recovered address leaves the focus at the head of the page",
  async (name) => {
    renderPage(<Page />)
    // It comes by itself, so it does not take the focus.
    expect(screen.getByLabelText("Email")).not.toHaveFocus()
    await userEvent.click(await screen.findByRole("button", { name }))
    await waitFor(() => expect(screen.getByRole("heading", { name: "Subscribers" })).toHaveFocus())
  },
)

import { useQuery } from "@tanstack/react-query"
import { screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test } from "vitest"
import { unsaved } from "@/lib/unsaved"
import { renderPage } from "../../../test/render"
import { serve, signIn } from "../../../test/server"
import { readSubscribers, subscribersKey } from "./api"
import { EmailEdit } from "./email-edit"
import { useEdit } from "./use-edit"

const site = await serve()
await signIn()
await site.api("/rest/v1/newsletter_subscriptions", {
  method: "POST",
  as: "admin",
  body: JSON.stringify({ email: "ana@gmial.com" }),
})

const wanted = { search: "gmial", sort: "newest" } as const

// A list of the addresses that hold "gmial".
function Found() {
  const edit = useEdit()
  const { data = [] } = useQuery({
    queryKey: subscribersKey(wanted),
    queryFn: ({ signal }) => readSubscribers(wanted, { from: 0, size: 50, counted: false, signal }),
    select: ({ rows }) => rows,
  })
  return data.map((one) =>
    edit.of ? (
      <EmailEdit key={one.id} edit={edit} of={edit.of} />
    ) : (
      <button key={one.id} type="button" onClick={() => void edit.start(one)}>
        Edit
      </button>
    ),
  )
}

test("a change that takes its row out of the list is over", async () => {
  renderPage(<Found />)
  await userEvent.click(await screen.findByRole("button", { name: "Edit" }))
  await userEvent.clear(await screen.findByLabelText("Email"))
  await userEvent.type(screen.getByLabelText("Email"), "ana@gmail.com")
  expect(unsaved.any()).toBe(true)
  await userEvent.click(screen.getByRole("button", { name: "Save" }))
  await waitFor(() => expect(screen.queryByLabelText("Email")).toBeNull())
  await waitFor(() => expect(unsaved.any()).toBe(false))
})

import { act, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { beforeEach, expect, test } from "vitest"
import { findDrafts, keepDraft } from "@/lib/draft"
import { renderPage } from "../../../test/render"
import { asked, clearStored, serve, signIn } from "../../../test/server"
import { footer } from "./api"
import LinkDialog from "./link-dialog"
import "../../../test/layout"

await serve()
const { id: owner } = await signIn()

beforeEach(clearStored)

function open(isNewSection: boolean) {
  const { unmount } = renderPage(
    <LinkDialog
      of={footer}
      links={[]}
      edited={{ row: null, isGone: false }}
      sections={["Company"]}
      isNewSection={isNewSection}
      onClose={() => {}}
    />,
  )
  return unmount
}

const name = () => screen.getByLabelText("Link Text")

const typed = {
  name: "Terms",
  path: "/terms",
  external: false,
  open_in_new_window: true,
  is_visible: true,
  section: "Legal",
}

test("the unsaved text of a new link is one of a link, not of a new section, with a section that was typed", async () => {
  keepDraft(owner, "footer_link new", { values: typed, base: null, at: Date.now() })
  const close = open(true)
  // What there is to recover is known after the answer to this.
  await act(() => findDrafts(owner, () => true))
  expect(name()).toHaveValue("")
  close()

  open(false)
  await waitFor(() => expect(name()).toHaveValue("Terms"))
  expect(screen.getByRole("textbox", { name: "Section" })).toHaveValue("Legal")
})

test("unsaved text of a new link is never that of a link there is", async () => {
  const base = { ...typed, id: 7, name: "Privacy", version: 3 }
  keepDraft(owner, "footer_link new", { values: typed, base, at: Date.now() })
  open(false)
  await waitFor(() => expect(name()).toHaveValue("Terms"))
  await userEvent.click(screen.getByRole("button", { name: "Add Link" }))
  const saves = () => asked(/rpc\/save_footer_link$/).map(({ body }) => JSON.parse(body))
  await waitFor(() => expect(saves()).toMatchObject([{ name: "Terms" }]))
  expect(saves()[0]).not.toHaveProperty("id")
})

test("a new section is typed where it was chosen", async () => {
  open(false)
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Section" }), [
    "+ Create New Section",
  ])
  await waitFor(() => expect(screen.getByRole("textbox", { name: "Section" })).toHaveFocus())
})

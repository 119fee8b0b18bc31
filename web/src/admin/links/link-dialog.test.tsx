import { QueryClientProvider } from "@tanstack/react-query"
import { act, render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { beforeEach, expect, test, vi } from "vitest"
import { findDrafts, keepDraft } from "@/lib/draft"
import { makeQueryClient } from "@/lib/query"
import { footer } from "./api"
import LinkDialog from "./link-dialog"

vi.mock("../session/session", () => ({ useUser: () => ({ id: "someone" }) }))
// The switch measures itself, and jsdom has no layout.
vi.stubGlobal(
  "ResizeObserver",
  class {
    observe() {}
    unobserve() {}
  },
)
const call = vi.hoisted(() => vi.fn(async (..._: unknown[]) => ({ id: 8, version: 1 })))
vi.mock("@/lib/supabase", () => ({ supabase: {}, call }))

beforeEach(() => localStorage.clear())

function open(isNewSection: boolean) {
  const { unmount } = render(
    <QueryClientProvider client={makeQueryClient(() => {})}>
      <LinkDialog
        of={footer}
        edited={{ row: null, isGone: false }}
        sections={["Company"]}
        isNewSection={isNewSection}
        onClose={() => {}}
      />
    </QueryClientProvider>,
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
  keepDraft("someone", "footer_link new", { values: typed, base: null, at: Date.now() })
  const close = open(true)
  // What there is to recover is known after the answer to this.
  await act(() => findDrafts("someone", () => true))
  expect(name()).toHaveValue("")
  close()

  open(false)
  await waitFor(() => expect(name()).toHaveValue("Terms"))
  expect(screen.getByRole("textbox", { name: "Section" })).toHaveValue("Legal")
})

test("unsaved text of a new link is never that of a link there is", async () => {
  const base = { ...typed, id: 7, name: "Privacy", version: 3 }
  keepDraft("someone", "footer_link new", { values: typed, base, at: Date.now() })
  open(false)
  await waitFor(() => expect(name()).toHaveValue("Terms"))
  call.mockClear()
  await userEvent.click(screen.getByRole("button", { name: "Add Link" }))
  await waitFor(() => expect(call).toHaveBeenCalledOnce())
  expect(call.mock.lastCall?.[0]).toBe("save_footer_link")
  expect(call.mock.lastCall?.[1]).not.toHaveProperty("id")
})

test("a new section is typed where it was chosen", async () => {
  open(false)
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Section" }), [
    "+ Create New Section",
  ])
  await waitFor(() => expect(screen.getByRole("textbox", { name: "Section" })).toHaveFocus())
})

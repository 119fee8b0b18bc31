import { QueryClientProvider } from "@tanstack/react-query"
import { act, render, screen, waitFor } from "@testing-library/react"
import { expect, test, vi } from "vitest"
import { findDrafts, keepDraft } from "@/lib/draft"
import { makeQueryClient } from "@/lib/query"
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
vi.mock("@/lib/supabase", () => ({ supabase: {}, call: vi.fn() }))

function open(isNewSection: boolean) {
  const { unmount } = render(
    <QueryClientProvider client={makeQueryClient(() => {})}>
      <LinkDialog
        table="footer_links"
        edited={{ row: null, isGone: false }}
        siblings={[]}
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
  keepDraft("someone", "footer_links new", { values: typed, base: null, at: Date.now() })
  const close = open(true)
  // What there is to recover is known after the answer to this.
  await act(() => findDrafts("someone", () => true))
  expect(name()).toHaveValue("")
  close()

  open(false)
  await waitFor(() => expect(name()).toHaveValue("Terms"))
  expect(screen.getByRole("textbox", { name: "Section" })).toHaveValue("Legal")
})

import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useForm } from "react-hook-form"
import { expect, test, vi } from "vitest"
import type { CompanyValues } from "@/lib/documents.gen"
import { CompanyFields } from "./company-fields"
import { uploadLogo } from "./logo"

vi.mock("./logo", () => ({ uploadLogo: vi.fn(() => new Promise(() => {})) }))
// The switch measures itself, and jsdom has no layout.
vi.stubGlobal(
  "ResizeObserver",
  class {
    observe() {}
    unobserve() {}
  },
)

function Form() {
  const form = useForm<CompanyValues>({ defaultValues: { logo_url: "", is_active: true } })
  return <CompanyFields form={form} setUploaded={() => {}} />
}

test("a form that is closed calls off its upload", async () => {
  const { unmount } = render(<Form />)
  const file = new File(["x"], "a.png", { type: "image/png" })
  await userEvent.upload(screen.getByLabelText("Upload image", { selector: "input" }), file)
  const { signal } = vi.mocked(uploadLogo).mock.calls[0]?.[1] ?? {}
  expect(signal?.aborted).toBe(false)
  unmount()
  expect(signal?.aborted).toBe(true)
})

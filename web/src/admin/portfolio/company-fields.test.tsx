import { QueryClientProvider } from "@tanstack/react-query"
import { render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useForm } from "react-hook-form"
import { expect, test } from "vitest"
import type { CompanyValues } from "@/lib/documents.gen"
import { makeQueryClient } from "@/lib/query"
import { believe, stallUploads } from "../../../test/offline"
import { CompanyFields } from "./company-fields"
import "../../../test/layout"

believe()

const client = makeQueryClient(() => {})

function Form() {
  const form = useForm<CompanyValues>({ defaultValues: { logo_url: "", is_active: true } })
  return (
    <QueryClientProvider client={client}>
      <CompanyFields form={form} setUploaded={() => {}} />
    </QueryClientProvider>
  )
}

test("a form that is closed calls off its upload", async () => {
  const { send, abort } = stallUploads()
  const { unmount } = render(<Form />)
  const file = new File(["x"], "a.png", { type: "image/png" })
  await userEvent.upload(screen.getByLabelText("Upload image", { selector: "input" }), file)
  await waitFor(() => expect(send).toHaveBeenCalledOnce())
  expect(abort).not.toHaveBeenCalled()
  unmount()
  expect(abort).toHaveBeenCalledOnce()
})

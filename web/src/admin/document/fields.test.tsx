import { zodResolver } from "@hookform/resolvers/zod"
import { render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useForm } from "react-hook-form"
import { expect, test } from "vitest"
import { z } from "zod"
import { TextListField } from "./fields"

const schema = z.object({
  reasons: z.array(z.string().max(5, "Too long")).max(2, "Too many"),
})

function Form() {
  const form = useForm({
    defaultValues: { reasons: ["short", "far too long"] },
    resolver: zodResolver(schema),
  })
  return (
    <form onSubmit={form.handleSubmit(() => {})}>
      <TextListField form={form} name="reasons" label="Reasons" item="reason" />
      <button type="submit">Save</button>
    </form>
  )
}

test("what is wrong with a list shows where it is wrong", async () => {
  render(<Form />)
  await userEvent.click(screen.getByRole("button", { name: "Save" }))
  const wrong = screen.getByLabelText("Reasons 2")
  await waitFor(() => expect(wrong).toHaveAccessibleDescription("Too long"))
  await waitFor(() => expect(wrong).toHaveFocus())
  await userEvent.clear(wrong)
  await waitFor(() => expect(wrong).not.toHaveAttribute("aria-invalid"))
  await userEvent.click(screen.getByRole("button", { name: "Add reason" }))
  expect(await screen.findByText("Too many")).toBeVisible()
})

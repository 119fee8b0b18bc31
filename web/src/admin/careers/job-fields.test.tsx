import { QueryClient } from "@tanstack/react-query"
import { fireEvent, render, screen } from "@testing-library/react"
import { useForm } from "react-hook-form"
import { expect, test } from "vitest"
import builtIn from "@/content/fallback.json"
import { allOf, saveOf } from "@/lib/document"
import { job as declared, type Job } from "@/lib/documents.gen"
import { asked, serve, signIn } from "../../../test/server"
import { jobValues } from "./api"
import { JobFields } from "./job-fields"

// The fields load it when they show; a busy machine takes its time over that.
await import("@/ui/rich-editor")

await serve()
await signIn()

function Fields({ email, studio }: { email?: string; studio?: string }) {
  const form = useForm({ defaultValues: jobValues(null, email) })
  return <JobFields form={form} isNew studio={studio} />
}

const unlisted = () => screen.queryByText(/Search engines will not list this job/)

test("a location without a country is told so while it is typed", () => {
  render(<Fields studio="Delhi, India" />)
  const location = screen.getByLabelText("Location")
  expect(unlisted()).toBeNull()
  fireEvent.change(location, { target: { value: "Berlin" } })
  expect(unlisted()).toBeVisible()
  expect(location).toHaveAccessibleDescription(/need the country/)
  fireEvent.change(location, { target: { value: "Berlin, Germany" } })
  expect(unlisted()).toBeNull()
  expect(location).not.toHaveAccessibleDescription()
})

test("nothing is said of a country while the studio's own is not known, and when that is enough", () => {
  const { rerender } = render(<Fields />)
  expect(unlisted()).toBeNull()
  rerender(<Fields studio="Delhi, India" />)
  expect(unlisted()).toBeNull()
  rerender(<Fields studio="" />)
  expect(unlisted()).toBeVisible()
})

const question = () => screen.queryByText(/Please say how to apply/)

test("a new job sends applicants to the contact email", () => {
  expect(jobValues(null, "jobs+a&b@studio.example").how_to_apply).toBe(
    '<p>Email your resume and a short note about something you finished to <a href="mailto:jobs%2Ba%26b@studio.example">jobs+a&amp;b@studio.example</a>.</p>',
  )
  expect(JSON.stringify(builtIn.fallback.default_how_to_apply)).not.toContain("@")
  render(<Fields email="jobs@studio.example" />)
  expect(question()).toBeNull()
})

test("without a contact email a new job says nothing, and the screen asks", async () => {
  expect(jobValues(null, "").how_to_apply).toBe("")
  render(<Fields />)
  expect(question()).toHaveTextContent("cannot use the form")
  fireEvent.click(screen.getByRole("switch", { name: "Application form" }))
  expect(question()).toHaveTextContent("visitors find no way")
  const field = await screen.findByRole("textbox", { name: "How to apply" })
  expect(field).toHaveAccessibleDescription(/Please say how to apply/)
  expect(field).not.toHaveAttribute("aria-invalid")
})

test("only a rank that was typed is sent", async () => {
  const [job] = (await new QueryClient().fetchQuery(allOf(declared))) as [Job]
  const sent = () => JSON.parse(asked(/rpc\/save_job$/).at(-1)?.body ?? "")
  const values = jobValues(job)
  const saved = await saveOf(declared, { ...values, title: "Chef" }, job, values)
  expect(sent()).toMatchObject({ id: job.id, title: "Chef" })
  expect(sent()).not.toHaveProperty("rank")
  await saveOf(declared, { ...values, rank: job.rank + 1 }, saved, values)
  expect(sent()).toMatchObject({ id: job.id, version: saved.version, rank: job.rank + 1 })
})

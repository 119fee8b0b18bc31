import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { pages } from "../../test/pages"
import type { PageData } from "./data"
import { Site } from "./site"

type Answer = { status: number; body?: object }

/** What was sent, in place of a line that can break in the middle. */
class Line {
  static sent: { body: FormData; line: Line }[] = []
  static answers: Answer[] = []
  upload: { onprogress?: (event: object) => void } = {}
  status = 0
  responseText = ""
  onloadend = () => {}
  open() {}
  setRequestHeader() {}
  abort() {}
  send(body: FormData) {
    Line.sent.push({ body, line: this })
    const answer = Line.answers.shift()
    if (answer) queueMicrotask(() => this.answer(answer))
  }
  answer({ status, body }: Answer) {
    this.status = status
    this.responseText = body ? JSON.stringify(body) : ""
    this.onloadend()
  }
}

beforeEach(() => {
  Line.sent = []
  Line.answers = []
  vi.stubGlobal("XMLHttpRequest", Line)
  Element.prototype.scrollIntoView = () => {}
  localStorage.clear()
})
afterEach(() => vi.unstubAllGlobals())

const show = (change: Partial<PageData> = {}) =>
  render(<Site data={{ ...pages.apply, ...change } as PageData} />)

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const consent = () => screen.getByRole("checkbox", { name: /to decide about this job/ })
const cv = () => field("CV, if you have one")
const press = () => userEvent.click(screen.getByRole("button", { name: "Send application" }))

const pdf = (name = "cv.pdf", content = "%PDF-1.7 hello") => new File([content], name)

async function fill() {
  await userEvent.type(document.querySelector("#apply-name") as Element, "Asha Rao")
  await userEvent.type(document.querySelector("#apply-email") as Element, "asha@example.com")
  await userEvent.click(consent())
}

/** Until it is kept, for the form learns what it does while somebody types already. */
const kept = () =>
  waitFor(() => expect(Object.values({ ...localStorage }).join()).toContain("asha@example.com"))

/** Until what was kept would be there: the form does one thing after the other. */
async function restored() {
  await choose(pdf("next.pdf"))
  await userEvent.click(await screen.findByRole("button", { name: "Remove next.pdf" }))
  await waitFor(() => expect(screen.queryByText("next.pdf")).toBeNull())
}

const choose = (file: File) => userEvent.upload(cv(), file, { applyAccept: false })

describe("the form of a job", () => {
  it("has both boxes empty, names what is missing and goes to the first of it", async () => {
    show()
    for (const box of screen.getAllByRole("checkbox", { name: /Vitrine/ })) {
      expect(box).not.toBeChecked()
    }
    await userEvent.type(document.querySelector("#apply-name") as Element, "Asha")
    await press()
    const email = document.querySelector("#apply-email")
    await waitFor(() =>
      expect(email).toHaveAccessibleDescription("Please enter your email address."),
    )
    expect(email).toHaveFocus()
    expect(consent()).toHaveAccessibleDescription(
      "Please tick this so that we may read what you send.",
    )
    expect(Line.sent).toEqual([])
  })

  it("draws the press before it looks at the fields", async () => {
    show()
    await restored()
    fireEvent.submit(document.querySelector("form.ap") as Element)
    for (let turn = 0; turn < 20; turn++) await null
    const name = document.querySelector("#apply-name")
    expect(name).not.toHaveFocus()
    await waitFor(() => expect(name).toHaveFocus())
  })

  it.each([
    ["resume.docx", "PK\u0003\u0004", "resume.docx is not a PDF. Save it as PDF and try again."],
    ["resume.pdf", "PK\u0003\u0004", "resume.pdf is not a PDF. Save it as PDF and try again."],
    ["empty.pdf", "", "empty.pdf is not a PDF. Save it as PDF and try again."],
    ["big.pdf", `%PDF-${"x".repeat(10 << 20)}`, "big.pdf is larger than 10 MB."],
  ])("refuses %s at once", async (name, content, said) => {
    show()
    await choose(new File([content], name))
    expect(await screen.findByText(said)).toBeInTheDocument()
    expect(cv()).toHaveAccessibleDescription(expect.stringContaining(said))
    expect(cv().files).toHaveLength(0)
    expect(screen.queryByRole("button", { name: `Remove ${name}` })).toBeNull()
  })

  it("shows a file with its size, and lets it go", async () => {
    show()
    await choose(pdf("cv.pdf", `%PDF-${"x".repeat(1.5 * 2 ** 20)}`))
    expect(await screen.findByText("cv.pdf")).toBeInTheDocument()
    expect(screen.getByText("1.6 MB")).toBeInTheDocument()
    await userEvent.click(screen.getByRole("button", { name: "Remove cv.pdf" }))
    await waitFor(() => expect(screen.queryByText("cv.pdf")).toBeNull())
    expect(cv()).toHaveFocus()
    expect(cv().files).toHaveLength(0)
  })

  it("tells how much was sent, and sends once however often it is pressed", async () => {
    show()
    await fill()
    await choose(pdf("cv.pdf", `%PDF-${"x".repeat(2 ** 20 - 5)}`))
    await press()
    const button = await screen.findByRole("button", { name: "Sending... 0%" })
    await waitFor(() => expect(Line.sent).toHaveLength(1))
    await userEvent.click(button)
    const { body, line } = Line.sent[0] as (typeof Line.sent)[0]
    line.upload.onprogress?.({ loaded: 1, total: 2 })
    expect(await screen.findByText("Uploading, 0.5 of 1 MB")).toBeInTheDocument()
    expect(button).toHaveTextContent("Sending... 50%")
    expect(Object.fromEntries(body)).toMatchObject({
      job_id: "1",
      name: "Asha Rao",
      email: "asha@example.com",
      consent: "yes",
    })
    expect(body.has("keep")).toBe(false)
    line.answer({ status: 200, body: { success: true, mailed: true } })
    expect(
      await screen.findByText(/A confirmation is on its way to asha@example.com/),
    ).toBeInTheDocument()
    await waitFor(() => expect(document.querySelector(".sent-box")).toHaveFocus())
    expect(screen.getByRole("heading", { name: "Application received." })).toBeInTheDocument()
    expect(Line.sent).toHaveLength(1)
  })

  it("says so when the line drops, and sends the same application again", async () => {
    Line.answers = [{ status: 0 }, { status: 200, body: { success: true, mailed: false } }]
    show()
    await fill()
    await press()
    expect(
      await screen.findByText(
        "Your application could not be sent. Nothing is lost: please try again.",
      ),
    ).toHaveAttribute("role", "alert")
    expect(Line.sent[0]?.body.has("cv")).toBe(false)
    await press()
    expect(await screen.findByText("You hear from us either way.", { selector: ".sent p" }))
    const keys = Line.sent.map(({ body }) => body.get("key"))
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1]).toBe(keys[0])
  })

  it.each([
    ["is held back", { success: true, mailed: false }],
    ["goes to a test address", { success: true, mailed: true, testMode: true }],
    ["is unknown", undefined],
  ])("promises no mail that %s", async (_, body) => {
    Line.answers = [{ status: 200, body }]
    show()
    expect(screen.getByText("You get a mail that it arrived.")).toBeInTheDocument()
    await fill()
    await press()
    expect(
      await screen.findByRole("heading", { name: "Application received." }),
    ).toBeInTheDocument()
    expect(screen.queryByText(/on its way/)).toBeNull()
    expect(screen.queryByText("You get a mail that it arrived.")).toBeNull()
  })

  it("says what the server finds beside the field", async () => {
    const fields = { cv: "cv.pdf is not a PDF. Save it as PDF and try again." }
    Line.answers = [{ status: 422, body: { error: fields.cv, fields } }]
    show()
    await fill()
    await choose(pdf())
    await press()
    expect(await screen.findByText(fields.cv)).toBeInTheDocument()
    expect(cv()).toHaveFocus()
    expect(cv().files).toHaveLength(0)
  })

  it("says that a job closed meanwhile", async () => {
    const fields = { job: "This job is closed." }
    Line.answers = [{ status: 422, body: { error: fields.job, fields } }]
    show()
    await fill()
    await press()
    expect(await screen.findByText(fields.job)).toHaveAttribute("role", "alert")
  })
})

describe("what was typed", () => {
  it("is there when the page is opened again, and the file is asked for", async () => {
    const first = show()
    await fill()
    await userEvent.type(field("Something you finished"), "A boat.")
    await choose(pdf())
    await screen.findByText("cv.pdf")
    first.unmount()
    show()
    await waitFor(() => expect(field("Something you finished")).toHaveValue("A boat."))
    expect(document.querySelector("#apply-name")).toHaveValue("Asha Rao")
    expect(await screen.findByText("Please choose cv.pdf again.")).toBeInTheDocument()
    expect(consent()).not.toBeChecked()
  })

  it("is kept when nobody heard it, for React was not there yet", async () => {
    show()
    const email = document.querySelector("#apply-email") as HTMLInputElement
    email.value = "asha@example.com"
    await kept()
  })

  it("is kept for each job, goes when it was sent, and fills no field that has a text", async () => {
    Line.answers = [{ status: 200, body: { success: true } }]
    const first = show()
    await fill()
    await kept()
    first.unmount()
    const other = { ...pages.apply.job, id: 7 }
    const second = show({ job: other } as Partial<PageData>)
    await restored()
    expect(document.querySelector("#apply-name")).toHaveValue("")
    second.unmount()
    const third = show({ form: pages.applyReturned.form } as Partial<PageData>)
    await waitFor(() => expect(document.querySelector("#apply-email")).toHaveValue("asha@"))
    third.unmount()
    const fourth = show()
    await waitFor(() => expect(document.querySelector("#apply-name")).toHaveValue("Asha Rao"))
    await userEvent.click(consent())
    await press()
    await screen.findByRole("heading", { name: "Application received." })
    fourth.unmount()
    expect(Object.keys(localStorage)).toEqual([])
  })

  it("is forgotten after a month", async () => {
    const first = show()
    await fill()
    await kept()
    first.unmount()
    vi.useFakeTimers({ now: Date.now() + 31 * 24 * 3_600_000, toFake: ["Date"] })
    show()
    await restored()
    expect(document.querySelector("#apply-name")).toHaveValue("")
    vi.useRealTimers()
  })
})

it("shows what came back to a visitor without JavaScript", () => {
  render(<Site data={pages.applyReturned} />)
  expect(field("Something you finished")).toHaveValue("1 < 2")
  expect(screen.getByText("Please enter a valid email address.")).toBeInTheDocument()
  expect(consent()).toBeChecked()
})

it("takes a file that is dropped on it", async () => {
  class Transfer {
    files: File[] = []
    items = { add: (file: File) => this.files.push(file) }
  }
  vi.stubGlobal("DataTransfer", Transfer)
  show()
  Object.defineProperty(cv(), "files", { writable: true, value: [] })
  fireEvent.drop(document.querySelector(".cvu") as Element, {
    dataTransfer: { files: [pdf("dropped.pdf")] },
  })
  expect(await screen.findByText("dropped.pdf")).toBeInTheDocument()
})

describe("the page of a job", () => {
  const bar = () => document.querySelector(".stick")

  it("leads to the form, and says what it pays within reach of a thumb", () => {
    const job = { ...pages.job.job, closes_on: "2026-12-12", salary_min: 30, salary_period: "hour" }
    render(<Site data={{ ...pages.job, job } as PageData} />)
    expect(screen.getByRole("link", { name: "Apply for this job" })).toHaveAttribute(
      "href",
      "/careers/job-1/apply",
    )
    expect(bar()).toHaveTextContent("From 30 an hourApply by 12 December 2026Apply")
  })

  it("names the job there when it says neither", () => {
    render(<Site data={pages.job} />)
    expect(bar()).toHaveTextContent(pages.job.job.title)
  })

  it("has neither when the form is switched off", () => {
    render(<Site data={{ ...pages.job, job: { ...pages.job.job, apply_form: false } }} />)
    expect(screen.queryByRole("link", { name: /Apply/ })).toBeNull()
    expect(bar()).toBeNull()
  })
})

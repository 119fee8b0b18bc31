import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { afterEach, describe, expect, it, vi } from "vitest"
import { companies, pages, shared } from "../../test/pages"
import type { PageData } from "./data"
import { Site } from "./site"

const show = (data: PageData) => render(<Site data={data} />)
const home = (change: object) => show({ ...pages.home, ...change } as PageData)

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe("the hero", () => {
  const titled = (title: string) => home({ hero_content: { ...pages.home.hero_content, title } })

  it("breaks the title after each sentence and keeps its words", () => {
    titled("It costs 2.5 less. We mean it.")
    const title = screen.getByRole("heading", { level: 1 })
    expect(title).toHaveTextContent("It costs 2.5 less. We mean it.")
    expect(title.querySelectorAll(".ln")).toHaveLength(2)
  })

  it("hides a button without a text", () => {
    home({ hero_content: { ...pages.home.hero_content, cta_secondary_text: "" } })
    expect(screen.getByRole("link", { name: "Build with us" })).toHaveAttribute("href", "/contact")
    expect(screen.queryByRole("link", { name: "How we work" })).toBeNull()
  })
})

describe("the portfolio", () => {
  const list = () => document.querySelector(".folio")

  it("is a grid of many, and one alone stands in the middle", () => {
    home({}).unmount()
    home({ portfolio_companies: companies.slice(0, 1) })
    expect(list()).toHaveClass("one")
  })

  it.each([
    [
      "switched off",
      { homepage_sections: [{ section_name: "portfolio_companies", is_visible: false }] },
    ],
    ["empty", { portfolio_companies: [] }],
    ["unknown", { homepage_sections: [] }],
  ])("is not there when it is %s", (_, change) => {
    home(change)
    expect(list()).toBeNull()
  })

  it("opens companies in a new window and leaves the placeholder logo out", () => {
    home({})
    const link = screen.getByRole("link", { name: /Parchi/ })
    expect(link).toHaveAttribute("target", "_blank")
    expect(link).toHaveAttribute("rel", "noopener noreferrer")
    expect(document.querySelector(".plate")).toBeNull()
  })

  it("shows a logo in a place of its size, and nothing when it does not load", () => {
    const [first] = companies
    home({ portfolio_companies: [{ ...first, logo_url: "/storage/logo.png" }] })
    const logo = document.querySelector(".plate img") as HTMLImageElement
    expect([logo.width, logo.height].every((n) => n > 0)).toBe(true)
    fireEvent.error(logo)
    expect(document.querySelector(".plate")).toBeNull()
  })
})

it("draws the bust of someone whose photo does not load", () => {
  const member = { ...pages.about.team_members[0], image_url: "https://elsewhere.example/gone.png" }
  show({ ...pages.about, team_members: [member] } as PageData)
  const pane = document.querySelector(".tm-pane") as HTMLElement
  expect(pane.querySelector("svg")).toBeNull()
  fireEvent.error(pane.querySelector("img") as HTMLImageElement)
  expect(pane.querySelector("svg")).toBeTruthy()
})

it("leaves out the list of a process without steps", () => {
  home({ process_steps: [] })
  expect(document.querySelector("ol")).toBeNull()
})

describe("the header and the footer", () => {
  it("mark the current page, also above a job", () => {
    show(pages.job)
    const nav = screen.getAllByRole("navigation", { name: "Main", hidden: true })[0] as HTMLElement
    expect(within(nav).getByRole("link", { name: "Careers" })).toHaveAttribute(
      "aria-current",
      "true",
    )
    expect(within(nav).getByRole("link", { name: "Home" })).not.toHaveAttribute("aria-current")
  })

  it("open a link in a new window only when it is external", () => {
    show(pages.home)
    const nav = screen.getAllByRole("navigation", { name: "Main", hidden: true })[0] as HTMLElement
    expect(within(nav).getByRole("link", { name: /Blog/ })).toHaveAttribute("target", "_blank")
    expect(within(nav).getByRole("link", { name: "Careers" })).not.toHaveAttribute("target")
  })

  it("take a web address for an external link, whatever is stored", () => {
    const path = "https://elsewhere.example/"
    home({
      navigation_links: [{ name: "Away", path, external: false, open_in_new_window: true }],
    })
    const nav = screen.getAllByRole("navigation", { name: "Main", hidden: true })[0] as HTMLElement
    expect(within(nav).getByRole("link", { name: /Away/ })).toHaveAttribute("target", "_blank")
  })

  it("leave out an address that is empty", () => {
    const contact_info = { ...pages.contact.contact_info, email: "", social_links: [] }
    show({ ...pages.contact, reach: { email: "", location: "", social_links: [] }, contact_info })
    expect(document.querySelectorAll('a[href^="mailto:"], .ft-about > p')).toHaveLength(0)
    expect(screen.queryByText("Email", { selector: "dt" })).toBeNull()
  })

  it("have no menu to open when every link is hidden", () => {
    home({ navigation_links: [] })
    expect(screen.queryByRole("button", { name: "Menu" })).toBeNull()
  })

  it("group the links by section and print the year they are given", () => {
    show({ ...pages.home, year: 2031 })
    expect(screen.getByRole("navigation", { name: "Company" })).toBeInTheDocument()
    expect(screen.getByRole("navigation", { name: "Resources" })).toBeInTheDocument()
    expect(screen.getByText("© 2031 Vitrine. All rights reserved.")).toBeInTheDocument()
  })
})

describe("careers", () => {
  it("show two responsibilities of a job and count the rest", () => {
    show(pages.careers)
    expect(screen.getByText("Ship the first checkout to ten live shops")).toBeInTheDocument()
    expect(screen.queryByText("Hire the second engineer")).toBeNull()
    expect(screen.getByText("And 3 more...")).toBeInTheDocument()
  })

  it("say so when no place is free", () => {
    show(pages.noJobs)
    expect(screen.getByRole("heading", { name: "Every place is taken for now." })).toBeVisible()
  })

  it("say so when the list could not be read", () => {
    show(pages.jobsFailed)
    expect(screen.getByRole("alert")).toHaveTextContent(
      "Failed to load job listings. Please try again later.",
    )
    expect(screen.queryByText("Every place is taken for now")).toBeNull()
  })

  it("hide the parts of a job that are empty", () => {
    show({ ...pages.job, job: { ...pages.job.job, preferred: [], qualifications: [] } })
    expect(screen.getByRole("heading", { name: "Responsibilities" })).toBeInTheDocument()
    expect(screen.queryByRole("heading", { name: "Preferred" })).toBeNull()
  })

  it("have no heading above an empty text", () => {
    show({ ...pages.job, job: { ...pages.job.job, about: "<p></p>", how_to_apply: "" } })
    expect(screen.queryByRole("heading", { name: "About the role" })).toBeNull()
    expect(screen.queryByRole("heading", { name: "How to apply" })).toBeNull()
    expect(screen.getByText("3 November 2026")).toBeInTheDocument()
  })
})

describe("the contact form", () => {
  const fill = async () => {
    await userEvent.type(screen.getByLabelText("Name"), "Asha <b>Rao</b>")
    await userEvent.type(screen.getByLabelText("Email"), "asha@example.com")
    await userEvent.type(screen.getByLabelText("Subject"), "R&D")
    await userEvent.type(screen.getByLabelText("Message"), "1 < 2")
  }
  const send = () => userEvent.click(screen.getByRole("button", { name: "Send message" }))

  it("names what is missing and goes to the first of it", async () => {
    show(pages.contact)
    await userEvent.type(screen.getByLabelText("Name"), "Asha")
    await userEvent.type(screen.getByLabelText("Email"), "asha@")
    await send()
    expect(screen.getByText("Please enter a valid email address.")).toBeInTheDocument()
    expect(screen.getByLabelText("Email")).toHaveFocus()
    expect(screen.getByLabelText("Email")).toHaveAttribute("aria-invalid", "true")
  })

  it("leaves the caret where a tag was typed", async () => {
    show(pages.contact)
    const name = screen.getByLabelText<HTMLInputElement>("Name")
    await userEvent.type(name, "Asha Rao")
    const at = { initialSelectionStart: 4, initialSelectionEnd: 4 }
    await userEvent.type(name, "<b>n", at)
    expect(name).toHaveValue("Ashan Rao")
    expect(name.selectionStart).toBe(5)
  })

  it("shows what came back to a visitor without JavaScript", () => {
    show(pages.contactReturned)
    expect(screen.getByLabelText("Message")).toHaveValue("1 < 2")
    expect(screen.getByText("Please enter a subject.")).toBeInTheDocument()
  })

  it("shows what the server says of a message that looks right", () => {
    const values = { name: "A", email: "a@example.com", subject: "S", message: "M" }
    show({ ...pages.contactReturned, form: { values, errors: {}, message: "Try again later." } })
    expect(screen.getByText("Try again later.")).toBeInTheDocument()
  })

  it("keeps the text and says so when the message could not be stored", async () => {
    vi.stubGlobal("fetch", async () => new Response("{}", { status: 503 }))
    show(pages.contact)
    await fill()
    await send()
    const failed = "Failed to submit your message. Please try again later."
    await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent(failed))
    expect(screen.getByLabelText("Message")).toHaveValue("1 < 2")
  })

  it("says what is unexpected when the network is gone", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("network")))
    show(pages.contact)
    await fill()
    await send()
    expect(
      await screen.findByText("An unexpected error occurred. Please try again later."),
    ).toBeInTheDocument()
  })

  it.each([
    [
      200,
      { success: true },
      "Your message has been sent successfully! You will also receive a confirmation email shortly.",
    ],
    [
      502,
      { error: "later" },
      "Your message has been received, but there was an issue sending the confirmation email.",
    ],
    [
      200,
      { success: true, testMode: true, testEmail: "test@example.com" },
      "Your message has been received. Emails are in test mode and go to test@example.com.",
    ],
    [
      200,
      { success: true, testMode: true },
      "Your message has been received. Emails are in test mode.",
    ],
    [200, { success: true, mailed: false }, "Your message has been received."],
  ])(
    "confirms a message (%i %o), then returns empty after ten seconds",
    async (status, body, said) => {
      const sent: unknown[] = []
      vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
        sent.push(JSON.parse(String(init.body)))
        return path.startsWith("/rest")
          ? new Response(null, { status: 201 })
          : new Response(JSON.stringify(body), { status })
      })
      Element.prototype.scrollIntoView = () => {}
      show(pages.contact)
      await fill()
      vi.useFakeTimers({ shouldAdvanceTime: true })
      const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
      await user.click(screen.getByRole("button", { name: "Send message" }))
      expect(await screen.findByText(said)).toBeInTheDocument()
      expect(sent[0]).toEqual({
        name: "Asha Rao",
        email: "asha@example.com",
        subject: "R&D",
        message: "1 < 2",
      })
      await waitFor(() => expect(document.querySelector(".sent-box")).toHaveFocus())
      await act(() => vi.advanceTimersByTimeAsync(10_100))
      await waitFor(() => expect(screen.getByLabelText("Name")).toHaveValue(""))
    },
  )
})

it("shows the spec's texts on the 404 page", () => {
  show(pages.notFound)
  expect(screen.getByRole("heading", { name: "Oops! Page not found" })).toBeInTheDocument()
  const targets = screen.getAllByRole("link").map((link) => link.getAttribute("href"))
  expect(targets).toEqual(expect.arrayContaining(["/", "/admin/login", "/admin"]))
})

it("gives an unknown network the sign of a link", () => {
  const social = [{ platform: "constructor", url: "https://social.example/c" }]
  home({ footer_content: { ...shared.footer_content, social_links: social } })
  expect(screen.getByRole("link", { name: /^constructor/ }).querySelector("svg")).toBeTruthy()
})

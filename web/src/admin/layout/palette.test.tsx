import { QueryClientProvider } from "@tanstack/react-query"
import { render, screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useRef, useState, useSyncExternalStore } from "react"
import { expect, test, vi } from "vitest"
import { makeQueryClient } from "@/lib/query"
import { useCommandKey } from "@/lib/shortcut"
import { unsaved, useUnsaved } from "@/lib/unsaved"
import { asked, clearStored, intercept, serve, signIn } from "../../../test/server"
import LeaveDialog from "../document/leave-dialog"
import Palette from "./palette"
import { visit } from "./places"
import "../../../test/layout"

const site = await serve()
await signIn("editor")

function Page({ isDirty, save }: { isDirty: boolean; save: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const [client] = useState(() => makeQueryClient(() => {}))
  const form = useRef<HTMLFormElement>(null)
  useUnsaved(isDirty)
  useCommandKey("s", save, { on: form })
  useCommandKey("k", () => setOpen(true))
  const isAsking = useSyncExternalStore(unsaved.subscribe, unsaved.isAsking)
  return (
    <QueryClientProvider client={client}>
      <form ref={form}>
        <input aria-label="Title" />
      </form>
      {isOpen && <Palette onClose={() => setOpen(false)} />}
      {isAsking && <LeaveDialog />}
    </QueryClientProvider>
  )
}

const openPalette = () => userEvent.keyboard("{Control>}k{/Control}")

test("the palette saves the form below it, where the focus goes back to", async () => {
  const save = vi.fn()
  render(<Page isDirty save={save} />)
  await userEvent.click(screen.getByLabelText("Title"))
  await openPalette()
  await userEvent.click(await screen.findByRole("option", { name: "Save Changes" }))
  await waitFor(() => expect(save).toHaveBeenCalledOnce())
  expect(screen.getByLabelText("Title")).toHaveFocus()
})

test("it offers that only when there is something to save, and the rest always", async () => {
  render(<Page isDirty={false} save={() => {}} />)
  await openPalette()
  for (const name of ["New Section", "Export as CSV"])
    expect(await screen.findByRole("option", { name })).toBeVisible()
  expect(screen.queryByRole("option", { name: "Save Changes" })).toBeNull()
})

test("a choice that would lose text is asked about, and staying gives the focus back", async () => {
  render(<Page isDirty save={() => {}} />)
  await userEvent.click(screen.getByLabelText("Title"))
  await openPalette()
  await userEvent.keyboard("hero")
  await userEvent.click(await screen.findByRole("option", { name: /^Hero/ }))
  expect(await screen.findByRole("alertdialog")).toBeVisible()
  await userEvent.keyboard("{Escape}")
  await waitFor(() => expect(screen.getByLabelText("Title")).toHaveFocus())
  expect(screen.queryByRole("alertdialog")).toBeNull()
})

const search = async (typed: string) => {
  render(<Page isDirty={false} save={() => {}} />)
  await openPalette()
  await userEvent.keyboard(typed)
}

const group = (name: string) => screen.findByRole("group", { name })

const store = (table: string, row: object) =>
  site.api(`/rest/v1/${table}`, { method: "POST", as: "admin", body: JSON.stringify(row) })

test("before anything is typed it has the last five places, the newest first", async () => {
  clearStored()
  for (const path of ["hero", "trash", "team", "users", "media", "activity", "footer"])
    visit(`/admin/${path}`)
  visit(location.pathname)
  render(<Page isDirty={false} save={() => {}} />)
  await openPalette()
  const last = within(await group("Last places")).getAllByRole("option")
  // An editor has no users, and where one is one need not go.
  expect(last.map((one) => one.textContent)).toEqual([
    expect.stringMatching(/^Footer/),
    "Activity",
    "Media",
    expect.stringMatching(/^Team/),
  ])
  expect(asked(/rest/)).toEqual([])
})

test("a word of a job finds the job, and its field is where Enter leads", async () => {
  await site.api("/rest/v1/rpc/save_job", {
    method: "POST",
    as: "admin",
    body: JSON.stringify({ title: "Heat keeper", about: "<p>Owns the <b>thermal</b> budget.</p>" }),
  })
  await search("Thermal")
  const [found] = within(await group("Jobs")).getAllByRole("option")
  expect(found).toHaveTextContent("Heat keeper, AboutOwns the thermal budget.")
  expect(found?.querySelector("mark")).toHaveTextContent("thermal")
  expect(found?.dataset.site).toMatch(/^\/careers\/heat-keeper/)
  await userEvent.click(found as HTMLElement)
  await waitFor(() => expect(location.pathname).toBe("/admin/careers"))
  expect(new URLSearchParams(location.search).get("field")).toMatch(/^job\/\d+\/about$/)
})

test("texts of the site lead to their fields, words and items of lists too", async () => {
  await search("agents already compare")
  const [area] = within(await group("On the site")).getAllByRole("option")
  expect(area).toHaveTextContent(/^Hero, Agentic Commerce/)
  await userEvent.click(area as HTMLElement)
  await waitFor(() =>
    expect(new URLSearchParams(location.search).get("field")).toBe(
      "hero//featured_areas.0.description",
    ),
  )
})

test("messages, subscribers and pictures are found by the server, in one request", async () => {
  await store("contact_form_submissions", {
    name: "A shop",
    email: "shop@quokka.example",
    subject: "Returns",
    message: "About our quokka.",
  })
  await store("newsletter_subscriptions", { email: "reader@quokka.example" })
  intercept(/batch/, (go) => go())
  await search("quokka")
  const people = within(await group("Messages and people")).getAllByRole("option")
  expect(people.map((one) => one.textContent)).toEqual([
    expect.stringMatching(/^ReturnsA shop: About our quokka\./),
    expect.stringMatching(/^reader@quokka\.example/),
  ])
  expect(asked(/contact_form|newsletter|media/)).toEqual([])
  const asking = asked(/batch/).filter(({ body }) => body.includes("quokka"))
  expect(asking).toHaveLength(1)
  expect(asking[0]?.body).toMatch(/contact_form_submissions.*newsletter_subscriptions.*media/s)
})

test("what nothing holds is said, once everything was looked through", async () => {
  await search("zzyzx")
  expect(await screen.findByText("Nothing found")).toBeVisible()
  const only = await screen.findByRole("option")
  expect(only).toHaveTextContent("Write a letter called “zzyzx”")
  await userEvent.click(only)
  await waitFor(() => expect(location.search).toBe("?called=zzyzx"))
  expect(location.pathname).toBe("/admin/letters/write")
})

test("letters are found by their subject and their preview line", async () => {
  const { id } = await site.api("/rest/v1/rpc/save_letter", {
    method: "POST",
    as: "admin",
    body: JSON.stringify({ subject: "Wombats", preheader: "And a numbat", body: "<p>Hi</p>" }),
  })
  await search("numbat")
  await userEvent.click(within(await group("Letters")).getByRole("option", { name: /^Wombats/ }))
  await waitFor(() => expect(location.search).toBe(`?letter=${id}`))
})

test("Ctrl Enter opens the page that visitors see", async () => {
  const open = vi.spyOn(window, "open").mockReturnValue(null)
  await search("agents already compare")
  await group("On the site")
  await userEvent.keyboard("{Control>}{Enter}{/Control}")
  await waitFor(() => expect(open).toHaveBeenCalledWith("/", "_blank", "noopener"))
})

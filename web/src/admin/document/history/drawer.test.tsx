import "../../../../test/noon"
import { useQuery } from "@tanstack/react-query"
import { fireEvent, screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { beforeEach, expect, test } from "vitest"
import { queryOf } from "@/lib/document"
import { hero, process } from "@/lib/documents.gen"
import { toast } from "@/lib/toast"
import { renderPage } from "../../../../test/render"
import { asked, clearStored, intercept, lose, serve, signIn } from "../../../../test/server"
import { DocumentForm } from "../document-form"
import { TextField } from "../fields"
import { labelled } from "../labels"
import { useDocumentForm } from "../use-document-form"
import { valuesOfSnapshot } from "./history"

const site = await serve()
await signIn()

type Values = { title: string }

function Form({ of, doc }: { of: typeof hero; doc: never }) {
  const editing = useDocumentForm(of, { doc, done: "Done", failed: "Failed" })
  labelled(editing.form, "featured_areas", "Area")
  labelled(editing.form, "steps", "Step")
  return (
    <DocumentForm label="Test" editing={editing}>
      <TextField form={editing.form as never} name={"title" as never} label="Title" />
    </DocumentForm>
  )
}

function Screen({ of }: { of: typeof hero }) {
  const { data } = useQuery(queryOf(of))
  return data ? <Form of={of} doc={data as never} /> : null
}

async function show(of: unknown = hero) {
  const view = renderPage(<Screen of={of as typeof hero} />)
  await screen.findByLabelText("Title")
  return view
}

const call = (name: string, body: object, as: "admin" | "editor" = "admin") =>
  site.api(`/rest/v1/rpc/${name}`, { method: "POST", as, body: JSON.stringify(body) })

async function saveTitle(title: string, table = "hero_content", save = "save_hero") {
  const [row] = await site.api(`/rest/v1/${table}?select=id,version`)
  return call(save, { ...row, title })
}

const open = async () => {
  await userEvent.click(await screen.findByRole("button", { name: "History" }))
  return screen.findByRole("dialog", { name: /^History of/ })
}
const field = () => screen.getByLabelText("Title")
const type = async (text: string) => {
  await userEvent.clear(field())
  await userEvent.type(field(), text)
}
const run = async (label: string) => {
  await waitFor(() => expect(actions().map((one) => one.label)).toContain(label))
  const action = actions().find((one) => one.label === label)
  if (!action || !("run" in action)) return
  action.run()
  action.run() // a double click is one
}
const actions = () => toast.list().flatMap((one) => one.actions ?? [])
const titles = () => toast.list().map(({ title }) => title)
const clear = () => {
  for (const { id } of toast.list()) toast.close(id)
}

beforeEach(() => {
  clear()
  clearStored()
})

test("two presses open it once, and it opens again after one step back", async () => {
  await show()
  const before = history.state.at
  const button = screen.getByRole("button", { name: "History" })
  fireEvent.click(button)
  fireEvent.click(button)
  await screen.findByRole("dialog", { name: /^History of/ })
  expect(history.state.at).toBe(before + 1)
  history.back()
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  await open()
  expect(history.state.at).toBe(before + 1)
})

test("a version is restored into the form alone, and what was typed can come back", async () => {
  const [{ title: first }] = await site.api("/rest/v1/hero_content?select=title")
  await call("set_my_name", { name: "Asha" })
  await saveTitle("Saved by somebody else")
  await show()
  expect(await screen.findByText(/^Saved \d\d:\d\d by Asha$/)).toBeVisible()
  await type("Typed here")
  const drawer = await open()
  expect(await within(drawer).findByRole("button", { name: /not saved.*Title/ })).toBeVisible()
  expect(await within(drawer).findByRole("button", { name: /Asha.*Rewrote Title/ })).toBeVisible()
  await userEvent.click(within(drawer).getByRole("button", { name: /The server.*First version/ }))
  const part = within(drawer).getByRole("region", { name: "Title" })
  expect(part.querySelector("del")).toHaveTextContent(/^removed Saved/)
  expect(part.querySelector("ins")).toHaveTextContent(/^added /)
  expect(within(drawer).getByText("4 other fields are the same.")).toBeVisible()
  expect(drawer).toHaveTextContent("Fills the form. Nothing changes on the site until you save.")
  await userEvent.click(within(drawer).getByRole("button", { name: "Restore this version" }))
  expect(field()).toHaveValue(first)
  expect(screen.queryByRole("dialog")).toBeNull()
  expect((await site.api("/rest/v1/hero_content?select=title"))[0].title).toBe(
    "Saved by somebody else",
  )
  await run("Undo")
  await waitFor(() => expect(field()).toHaveValue("Typed here"))
})

test("Undo of a version in the form leaves what was typed since", async () => {
  await saveTitle("An older title")
  await saveTitle("A newer title")
  await show()
  const drawer = await open()
  const heads = await within(drawer).findAllByRole("button", { name: /Title/ })
  await userEvent.click(heads[1] as HTMLElement)
  await userEvent.click(within(drawer).getByRole("button", { name: "Restore this version" }))
  await waitFor(() => expect(field()).toHaveValue("An older title"))
  await type("Typed after that")
  await run("Undo")
  expect(field()).toHaveValue("Typed after that")
})

test("a field younger than a version keeps what it is, whatever the form calls it", () => {
  const { subtitle: _, ...snapshot } = { ...hero.empty, title: "Then", subtitle: "Then too" }
  const now = { ...hero.empty, title: "Now", subtitle: "Now too" }
  const then = { ...hero.empty, title: "Then", subtitle: "Now too" }
  expect(valuesOfSnapshot(hero, (doc) => doc, now, snapshot)).toEqual(then)
  const flat = ({ title, subtitle }: typeof now) => ({ head: title, line: subtitle })
  expect(valuesOfSnapshot(hero, flat, now, snapshot)).toEqual({ head: "Then", line: "Now too" })
})

test("a save is undone from its toast, unless somebody saved since", async () => {
  await saveTitle("Before")
  await show()
  await type("After")
  await userEvent.click(screen.getByRole("button", { name: "Save Changes" }))
  await run("Undo")
  await waitFor(() => expect(titles()).toContain("Undone."))
  await waitFor(() => expect(field()).toHaveValue("Before"))
  expect(titles()).not.toContain("Not undone")
  clear()
  await type("Again")
  await userEvent.click(screen.getByRole("button", { name: "Save Changes" }))
  await waitFor(() => expect(actions()).toHaveLength(1))
  await saveTitle("Theirs")
  await run("Undo")
  await waitFor(() => expect(titles()).toContain("Not undone"))
  expect((await site.api("/rest/v1/hero_content?select=title"))[0].title).toBe("Theirs")
})

test("what an undo had to leave out is said", async () => {
  await saveTitle("Before")
  await show()
  await type("With less")
  await userEvent.click(screen.getByRole("button", { name: "Save Changes" }))
  intercept(/rpc\/restore_revision/, async (go) => {
    const answer = await (await go()).json()
    const left_out = [{ field: "logo_url", reason: "The picture was deleted." }]
    return Response.json({ ...answer, left_out })
  })
  await run("Undo")
  await waitFor(() =>
    expect(toast.list()).toContainEqual(
      expect.objectContaining({ title: "Undone.", text: "The picture was deleted." }),
    ),
  )
})

test("a save that changes nothing has nothing to undo", async () => {
  await show()
  await userEvent.click(screen.getByRole("button", { name: "Save Changes" }))
  await waitFor(() => expect(titles()).toContain("Success"))
  expect(actions()).toEqual([])
})

test("items that are gone come back as new ones", async () => {
  const [row] = await site.api("/rest/v1/process_content?select=id,version")
  const steps = await site.api(
    "/rest/v1/process_steps?select=id,title,description,icon&order=step_order",
  )
  await call("save_process", { ...row, steps: steps.slice(1) })
  await show(process)
  const drawer = await open()
  await userEvent.click(await within(drawer).findByRole("button", { name: /First version/ }))
  expect(within(drawer).getByText("Only in this version")).toBeVisible()
  await userEvent.click(within(drawer).getByRole("button", { name: "Restore this version" }))
  await userEvent.click(screen.getByRole("button", { name: "Save Changes" }))
  await waitFor(() => expect(titles()).toContain("Success"))
  const after = await site.api("/rest/v1/process_steps?select=title&order=step_order")
  expect(after).toEqual(steps.map(({ title }: Values) => ({ title })))
})

test("the list is read page by page, and the foot reads no snapshot", async () => {
  for (let n = 0; n < 17; n++) await saveTitle(`Version ${n}`)
  await show()
  await screen.findByText(/^Saved \d\d:\d\d by/)
  expect(asked(/revisions.*snapshot/)).toEqual([])
  const drawer = await open()
  await within(drawer).findAllByRole("button", { name: /Title/ })
  const rows = () => within(drawer).getAllByRole("listitem")
  expect(rows()).toHaveLength(15)
  expect(asked(/revisions.*snapshot/)).toHaveLength(1)
  lose(/revisions.*snapshot/)
  await userEvent.click(within(drawer).getByRole("button", { name: "Show older versions" }))
  expect(await within(drawer).findByText("The versions could not be loaded.")).toBeVisible()
  expect(rows()).toHaveLength(15)
})

test("where nothing is kept, the next save starts the list", async () => {
  intercept(/revisions/, async () => Response.json([]))
  await show()
  const drawer = await open()
  expect(await within(drawer).findByText("No earlier versions.")).toBeVisible()
  expect(within(drawer).getByText("The next save starts the list.")).toBeVisible()
})

test("a step back closes the drawer and stays on the screen, as closing it does", async () => {
  await show()
  const path = location.href
  const entry = window.history.state
  await open()
  window.history.back()
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  expect(location.href).toBe(path)
  await userEvent.click(within(await open()).getByRole("button", { name: "Close" }))
  expect(screen.queryByRole("dialog")).toBeNull()
  await waitFor(() => expect(window.history.state).toEqual(entry))
})

test("an address opens the drawer at a version, however far back, and shows what it changed", async () => {
  await saveTitle("What was asked for")
  const [{ id }] = await site.api("/rest/v1/revisions?document=eq.hero&order=id.desc&limit=1", {
    as: "admin",
  })
  for (let n = 0; n < 17; n++) await saveTitle(`Later ${n}`)
  window.history.replaceState(null, "", `?history=hero.${id}`)
  window.dispatchEvent(new PopStateEvent("popstate"))
  await show()
  const drawer = await screen.findByRole("dialog", { name: "History of Hero" })
  const part = await within(drawer).findByRole("region", { name: "Title" })
  expect(part.querySelector("ins")).toHaveTextContent(/What was asked for/)
  expect(within(drawer).getAllByRole("listitem").length).toBeGreaterThan(15)
  await userEvent.click(within(drawer).getByRole("button", { name: "Close" }))
  expect(screen.queryByRole("dialog")).toBeNull()
  expect(location.search).toBe("")
})

test("the newest version says what it changed, as nothing differs from the site", async () => {
  await saveTitle("Early")
  await saveTitle("Late")
  await show()
  const drawer = await open()
  const [newest] = await within(drawer).findAllByRole("button", { name: /Rewrote|Changed/ })
  await userEvent.click(newest as HTMLElement)
  expect(within(drawer).getByText("The same as on the site now.")).toBeVisible()
  const part = within(drawer).getByRole("region", { name: "Title" })
  expect(part.querySelector("del")).toHaveTextContent("removed Early")
  expect(part.querySelector("ins")).toHaveTextContent("added Late")
  expect(within(part).queryByRole("button")).toBeNull()
})

test("of many versions those near the screen are there", async () => {
  for (let at = 1; at <= 60; at++) await saveTitle(`Version ${at}`)
  await show()
  const drawer = await open()
  const rows = () => [...drawer.querySelectorAll(".version")]
  const size = () => Number(rows()[0]?.ariaSetSize) || rows().length
  await waitFor(() => expect(size()).toBe(15))
  for (const more of [30, 45, 60]) {
    await userEvent.click(await within(drawer).findByRole("button", { name: /older versions/ }))
    await waitFor(() => expect(size()).toBe(more))
  }
  expect(rows().length).toBeGreaterThan(5)
  expect(rows().length).toBeLessThan(40)
})

import { QueryClientProvider } from "@tanstack/react-query"
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { beforeEach, expect, test, vi } from "vitest"
import { makeQueryClient } from "@/lib/query"
import { toast } from "@/lib/toast"
import Toaster from "@/ui/toaster"
import { clearStored, lose, serve, signIn } from "../../../test/server"
import IdentityPage from "./page"

const site = await serve()
await signIn()

const FRESH = {
  name: "Vitrine",
  city: "",
  theme: {
    hue_glass: 177,
    hue_dot: 33,
    tint: 1,
    type: "shopfront",
    art: "vessels",
    seed: null,
    pack: "shop",
    photos: [],
  },
  mark: { kind: "generated", frame: "arch", dot: "se", initial: "", url: "", dark_url: "" },
}

async function stored() {
  const [row] = await site.api("/rest/v1/site_settings?select=*")
  return row
}

async function store(some: object) {
  const { id, version } = await stored()
  await site.api("/rest/v1/rpc/save_site", {
    method: "POST",
    as: "admin",
    body: JSON.stringify({ id, version, ...some }),
  })
}

beforeEach(async () => {
  clearStored()
  for (const { id } of toast.list()) toast.close(id)
  await store(FRESH)
})

async function open() {
  const client = makeQueryClient(() => {})
  render(
    <QueryClientProvider client={client}>
      <IdentityPage />
      <Toaster />
    </QueryClientProvider>,
  )
  await screen.findByRole("heading", { name: "Identity" })
  return client
}

const slide = (label: string, value: number) =>
  fireEvent.change(screen.getByRole("slider", { name: label }), { target: { value } })
const button = (name: string | RegExp) => screen.getAllByRole("button", { name })[0] as HTMLElement
const press = (name: string | RegExp) => userEvent.click(button(name))

test("nothing can be saved or reverted before something is changed", async () => {
  await open()
  expect(screen.getAllByText("No changes")[0]).toBeVisible()
  expect(button("Revert")).toBeDisabled()
  expect(button("Save Changes")).toBeDisabled()
  expect(screen.getByRole("slider", { name: "Glass" })).toHaveAttribute(
    "aria-valuetext",
    "177 degrees, teal",
  )
})

test("changes are counted, saved, said, and undone from the toast", async () => {
  await open()
  slide("Glass", 242)
  fireEvent.change(screen.getByLabelText("Dot, as a number"), { target: { value: "95" } })
  await press(/^Name and place/)
  await userEvent.clear(screen.getByLabelText("Studio name"))
  await userEvent.type(screen.getByLabelText("Studio name"), "Barlavento")
  expect(screen.getAllByText("Unsaved, 3 changes")[0]).toBeVisible()
  await press("Save Changes")
  expect(await screen.findByText("Identity has been updated.")).toBeVisible()
  expect(await stored()).toMatchObject({
    name: "Barlavento",
    theme: { ...FRESH.theme, hue_glass: 242, hue_dot: 95 },
  })
  expect(screen.getByRole("link", { name: "View site" })).toHaveAttribute("href", "/")
  await press("Undo")
  await waitFor(async () => expect(await stored()).toMatchObject(FRESH))
})

test("without a name nothing is saved, and the check leads to the field", async () => {
  await open()
  await press(/^Name and place/)
  await userEvent.clear(screen.getByLabelText("Studio name"))
  expect(button("Save Changes")).toBeDisabled()
  await press(/^Colour/)
  await press("Name is missing")
  await waitFor(() => expect(screen.getByLabelText("Studio name")).toHaveFocus())
})

test("a suggestion replaces the look, keeps the name, and can be taken back", async () => {
  await store({ name: "Barlavento" })
  await open()
  await press("Clay: Blocks")
  expect(button("Clay: Blocks")).toHaveAttribute("aria-pressed", "true")
  expect(screen.getByText("Clay chosen")).toBeVisible()
  await press(/^Mark/)
  expect(screen.getByLabelText("Initial, optional")).toHaveValue("B")
  await press("Undo")
  expect(screen.getAllByText("No changes")[0]).toBeVisible()
})

test("what is unsaved goes with Revert", async () => {
  await open()
  slide("Tint", 2)
  await press(/^Artwork/)
  await press("Draw again")
  expect(screen.getAllByText("Unsaved, 2 changes")[0]).toBeVisible()
  await press("Revert")
  expect(screen.getAllByText("No changes")[0]).toBeVisible()
})

test("one sentence tells what becomes of a dot", async () => {
  await open()
  slide("Dot", 170)
  expect(screen.getByText("The dot disappears into the glass.")).toBeVisible()
  await press("Move it 40°")
  expect(screen.queryByText("The dot disappears into the glass.")).toBeNull()
  slide("Dot", 95)
  expect(screen.getByText(/^Yellow needs a dark ground to stay yellow/)).toBeVisible()
  slide("Dot", 18)
  expect(screen.getByText(/^Errors use another red here/)).toBeVisible()
})

test("someone else's choice of another field is merged", async () => {
  const client = await open()
  slide("Glass", 300)
  await store({ theme: { ...FRESH.theme, type: "journal" } })
  await client.invalidateQueries()
  expect(await screen.findByText(/It is in the form beside/)).toBeVisible()
  await press("Save Changes")
  await waitFor(async () =>
    expect((await stored()).theme).toMatchObject({ hue_glass: 300, type: "journal" }),
  )
})

test("a save that fails changes nothing and keeps what was chosen", async () => {
  await open()
  slide("Glass", 120)
  const back = lose(/save_site/)
  await press("Save Changes")
  expect(await screen.findByText(/Nothing changed for visitors/)).toBeVisible()
  expect(screen.getByRole("slider", { name: "Glass" })).toHaveValue("120")
  expect(screen.getAllByText("Unsaved, 1 change")[0]).toBeVisible()
  back()
})

test("what was not saved is there again", async () => {
  await open()
  slide("Glass", 60)
  await waitFor(() => expect(Object.values({ ...localStorage }).join()).toContain('"hue_glass":60'))
})

test("the large previews can be pressed, the small ones are for the eye alone, and each opens in a tab", async () => {
  await open()
  const frames = [...document.querySelectorAll("iframe")]
  expect(frames.map(({ title }) => title)).toEqual([
    "Home",
    "Phone",
    "Page not found",
    "Sharing card",
  ])
  for (const frame of frames) {
    expect(frame.tabIndex).toBe(-1)
    expect(frame.closest("[aria-hidden]")).not.toBeNull()
  }
  const inert = frames.filter((frame) => frame.closest("[inert]"))
  expect(inert.map(({ title }) => title)).toEqual(["Page not found", "Sharing card"])
  expect(screen.getByRole("link", { name: "Page not found: open in a new tab" })).toHaveAttribute(
    "href",
    "/admin/preview?path=%2F404",
  )
})

/** As the page in a frame says that something was pressed. */
function pick(frame: HTMLIFrameElement, field: string) {
  const data = { from: "preview", says: "picked", field }
  const { origin } = location
  act(() => {
    window.dispatchEvent(new MessageEvent("message", { data, origin, source: frame.contentWindow }))
  })
}

test("what is pressed in a large preview opens its section and its field, or the way to another screen", async () => {
  await open()
  const [home, phone] = document.querySelectorAll("iframe")
  pick(home as HTMLIFrameElement, "site//name")
  await waitFor(() => expect(screen.getByLabelText("Studio name")).toHaveFocus())
  pick(phone as HTMLIFrameElement, "site//kind")
  await waitFor(() => expect(button("Generated")).toHaveFocus())
  pick(home as HTMLIFrameElement, "site//art")
  await waitFor(() => expect(button(/^Vessels/)).toHaveFocus())
  pick(home as HTMLIFrameElement, "hero//title")
  expect(await screen.findByRole("link", { name: "Edit it there" })).toHaveAttribute(
    "href",
    "/admin/hero?field=hero%2F%2Ftitle",
  )
})

test("the field that has the focus is told to the large previews", async () => {
  await open()
  const [home] = document.querySelectorAll("iframe")
  const heard = vi.fn()
  home?.contentWindow?.addEventListener("message", ({ data }) => heard(data))
  await press(/^Name and place/)
  const ready = { from: "preview", says: "ready" }
  act(() => {
    window.dispatchEvent(
      new MessageEvent("message", {
        data: ready,
        origin: location.origin,
        source: home?.contentWindow,
      }),
    )
  })
  await userEvent.click(screen.getByLabelText("Studio name"))
  await waitFor(() =>
    expect(heard.mock.lastCall?.[0]).toMatchObject({
      show: { focus: { field: "site//name", label: "Studio name" } },
    }),
  )
})

test("an earlier identity fills the form with its theme and its mark", async () => {
  const mark = { ...FRESH.mark, frame: "circle", initial: "K" }
  await store({ name: "Kolbenhof", theme: { ...FRESH.theme, hue_glass: 12, art: "weave" }, mark })
  await store(FRESH)
  await open()
  await press("History")
  const drawer = await screen.findByRole("dialog", { name: "History of Identity" })
  const version = await within(drawer).findAllByRole("button", { name: /Glass|Name/ })
  await userEvent.click(version[1] as HTMLElement)
  for (const field of ["Name", "Glass", "Artwork", "Frame", "Initial"])
    expect(await within(drawer).findByRole("region", { name: field })).toBeVisible()
  await userEvent.click(within(drawer).getByRole("button", { name: "Restore this version" }))
  expect((await stored()).name).toBe("Vitrine")
  expect(screen.getByRole("slider", { name: "Glass" })).toHaveValue("12")
  await press("Save Changes")
  await waitFor(async () => expect(await stored()).toMatchObject({ name: "Kolbenhof", mark }))
  expect((await stored()).theme).toMatchObject({ hue_glass: 12, art: "weave" })
})

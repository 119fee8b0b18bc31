import { cleanup, screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { beforeEach, expect, test } from "vitest"
import type { Words } from "@/lib/documents.gen"
import { renderPage } from "../../../test/render"
import { asked, clearStored, serve, signIn } from "../../../test/server"
import WordsPage from "./words-page"

const server = await serve()
await signIn()

const stored = (): Promise<Words> => server.api("/rest/v1/site_words?order=id", { as: "admin" })

async function store(words: { key: string; text: string }[]) {
  const loaded = (await stored()).map(({ id, version }) => ({ id, version }))
  await server.api("/rest/v1/rpc/save_words", {
    method: "POST",
    as: "admin",
    body: JSON.stringify({ loaded, words }),
  })
}

beforeEach(async () => {
  clearStored()
  await store([{ key: "newsletter_title", text: "Field notes" }])
})

async function open() {
  cleanup()
  renderPage(<WordsPage />)
  return screen.findByPlaceholderText(/^Search \d+ sentences/)
}

// By name: to look for roles among two hundred fields takes jsdom seconds.
const field = (key: string) => document.getElementsByName(key)[0] as HTMLElement
const headline = () => field("not_found_title")
const save = () => userEvent.click(screen.getByText("Save Changes"))
const count = () => document.querySelectorAll("form textarea").length

test("what differs from the default is stored, and nothing else", async () => {
  await open()
  expect(screen.getByText("1 changed")).toBeVisible()
  expect(headline()).toHaveAttribute("placeholder", "Oops! Page not found")
  await userEvent.type(headline(), "Nothing here.")
  expect(screen.getByText("2 changed")).toBeVisible()
  const text = field("not_found_text")
  await userEvent.type(text, text.getAttribute("placeholder") ?? "")
  await save()
  await waitFor(async () =>
    expect((await stored()).map(({ key, text }) => [key, text]).toSorted()).toEqual([
      ["newsletter_title", "Field notes"],
      ["not_found_title", "Nothing here."],
    ]),
  )
})

test("a sentence goes back to its default", async () => {
  await open()
  await userEvent.click(screen.getByText("Back to default"))
  expect(screen.getByText("None changed")).toBeVisible()
  expect(field("newsletter_title")).toHaveFocus()
  expect(field("newsletter_title")).toHaveAccessibleName("Newsletter heading")
  await save()
  await waitFor(async () => expect(await stored()).toEqual([]))
})

test("what is wrong is said at once, and nothing is saved", async () => {
  const search = await open()
  await userEvent.click(headline())
  await userEvent.paste("Sorry, {name}")
  expect(headline()).toHaveAccessibleDescription(
    /\{name\} stands for nothing in this sentence\. It knows \{studio\} and \{city\}\.$/,
  )
  await userEvent.clear(headline())
  await userEvent.paste(`${"a".repeat(34)}{studio}`)
  expect(screen.getByText("34 of 32")).toBeVisible()
  expect(headline()).toHaveAccessibleDescription(/2 too many\. \{studio\} is not counted\.$/)
  // Also when it is out of sight.
  await userEvent.type(search, "cookie jar")
  expect(headline()).toBeUndefined()
  await save()
  await waitFor(() => expect(headline()).toHaveFocus())
  expect(asked(/rpc\/save_words/)).toEqual([])
})

test("sentences are found by what they say, by key and by place", async () => {
  const search = await open()
  for (const [text, least] of [
    ["field notes", 1],
    ["not_found_title", 1],
    ["phone menu", 1],
    ["apply form", 20],
  ] as const) {
    await userEvent.clear(search)
    await userEvent.type(search, text)
    expect(count()).toBeGreaterThanOrEqual(least)
    expect(count()).toBeLessThan(40)
  }
  await userEvent.clear(search)
  await userEvent.click(screen.getByText("Changed only"))
  expect(count()).toBe(1)
  await userEvent.type(search, "nothing says this")
  expect(screen.getByText("No match")).toBeVisible()
  await userEvent.click(screen.getByText("Clear search"))
  expect(count()).toBeGreaterThan(190)
})

test("another way of talking keeps what was written, and says how much", async () => {
  await open()
  await userEvent.click(screen.getByText("Workshop"))
  const question = screen.getByRole("alertdialog", { name: "Let Workshop speak?" })
  expect(question).toHaveTextContent(
    /\d+ sentences on the site change at once\. 1 sentence of yours stays\./,
  )
  await userEvent.click(within(question).getByRole("button", { name: "Use Workshop" }))
  await waitFor(() =>
    expect(screen.getByText("Workshop").closest("button")).toHaveAttribute("aria-pressed", "true"),
  )
  expect((await stored()).map(({ text }) => text)).toEqual(["Field notes"])
  const [{ theme }] = await server.api("/rest/v1/site_settings")
  expect(theme.pack).toBe("workshop")
  expect(headline()).not.toHaveAttribute("placeholder", "Oops! Page not found")
})

test("two people change two sentences, and none is lost", async () => {
  await open()
  await userEvent.type(headline(), "Nothing here.")
  await store([{ key: "newsletter_title", text: "Notes" }])
  await save()
  await waitFor(async () =>
    expect((await stored()).map(({ text }) => text).toSorted()).toEqual(["Notes", "Nothing here."]),
  )
})

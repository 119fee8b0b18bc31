import { act, fireEvent, screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test } from "vitest"
import { toast } from "@/lib/toast"
import { field, press, server, show } from "../../../test/document-form"
import { serve, signIn } from "../../../test/server"

await serve()
await signIn()

async function overtaken(
  theirs = { title: "Theirs", rank: 1 },
  notice = /changed by someone else/,
) {
  const { client } = await show()
  await userEvent.type(field(), "er")
  server.stored = { ...theirs, version: 2 }
  await act(() => client.invalidateQueries())
  expect(await told(notice)).toBeVisible()
}

test("a conflict is over once one's own change is", async () => {
  await overtaken()
  await userEvent.type(field(), "{Backspace}{Backspace}")
  await waitFor(() => expect(field()).toHaveValue("Theirs"))
  expect(screen.queryByText(/changed by someone else/)).toBeNull()
})

const choosing = () => screen.findByRole("dialog", { name: "Not saved yet: choose for 1 field" })

test("what both changed is chosen field by field, one's own first, and nothing is saved by it", async () => {
  await overtaken()
  await userEvent.click(screen.getByRole("button", { name: "Choose" }))
  const dialog = within(await choosing())
  expect(dialog.getByText(/changed by someone else/)).toBeVisible()
  expect(dialog.getByRole("radio", { name: /^Yours/ })).toBeChecked()
  expect(dialog.getByRole("radio", { name: /^Theirs/ })).toHaveAccessibleDescription("Theirs")
  // Enter goes on editing.
  expect(dialog.getByRole("button", { name: "Use this and go on editing" })).toHaveFocus()
  await userEvent.keyboard("{Enter}")
  expect(field()).toHaveValue("Older")
  expect(screen.queryByText(/changed by someone else/)).toBeNull()
  expect(server.stored.title).toBe("Theirs")
  await press()
  await waitFor(() => expect(server.stored).toEqual({ title: "Older", rank: 1, version: 3 }))
})

test("theirs can be chosen, and saved at once with what else was typed", async () => {
  await overtaken()
  fireEvent.change(screen.getByLabelText("Rank"), { target: { value: "4" } })
  await press()
  const dialog = within(await choosing())
  expect(dialog.getByText(/^You changed/)).toHaveTextContent("You changed Rank. That is put")
  await userEvent.click(dialog.getByRole("radio", { name: /^Theirs/ }))
  await userEvent.click(dialog.getByRole("button", { name: "Use this and save" }))
  await waitFor(() => expect(server.stored).toEqual({ title: "Theirs", rank: 4, version: 3 }))
})

test("closing the dialog keeps what is typed; dropping it can be taken back", async () => {
  await overtaken()
  await press()
  await choosing()
  await userEvent.keyboard("{Escape}")
  expect(field()).toHaveValue("Older")
  expect(server.stored.title).toBe("Theirs")
  await press()
  const dialog = within(await choosing())
  await userEvent.click(dialog.getByRole("button", { name: "Reload and drop mine" }))
  expect(field()).toHaveValue("Theirs")
  expect(screen.queryByText(/changed by someone else/)).toBeNull()
  const [undo] = toast.list().at(-1)?.actions ?? []
  act(() => undo && "run" in undo && undo.run())
  expect(field()).toHaveValue("Older")
  expect(screen.getByText(/changed by someone else/)).toBeVisible()
})

test("changes to other fields than someone else's are put together at once, and the focus stays", async () => {
  await overtaken({ title: "Old", rank: 5 }, /changed Rank. It is in the form/)
  expect(field()).toHaveValue("Older")
  expect(field()).toHaveFocus()
  expect(screen.getByLabelText("Rank")).toHaveValue(5)
  expect(screen.queryByText(/changed by someone else/)).toBeNull()
  expect(server.stored.title).toBe("Old")
  await press()
  await waitFor(() => expect(server.stored).toEqual({ title: "Older", rank: 5, version: 3 }))
  expect(await told(/^Saved\. Someone else changed Rank; both changes are/)).toBeVisible()
})

test("what was put together can be taken apart again, before the save and after", async () => {
  await overtaken({ title: "Old", rank: 5 }, /changed Rank. It is in the form/)
  const undo = () => userEvent.click(screen.getByRole("button", { name: "Undo" }))
  await undo()
  expect(screen.getByLabelText("Rank")).toHaveValue(1)
  expect(field()).toHaveValue("Older")
  expect(screen.queryByText("Rank", { selector: "b" })).toBeNull()
  // It is out of the form and no more than that.
  expect(server.stored.rank).toBe(5)
  const [again] = toast.list().at(-1)?.actions ?? []
  act(() => again && "run" in again && again.run())
  expect(screen.getByLabelText("Rank")).toHaveValue(5)

  server.stored = { title: "Old", rank: 7, version: 3 }
  await press()
  expect(await told(/^Saved\. Someone else changed Rank; both changes are/)).toBeVisible()
  await undo()
  expect(screen.getByLabelText("Rank")).toHaveValue(5)
  expect(server.stored).toEqual({ title: "Older", rank: 7, version: 4 })
  await press()
  await waitFor(() => expect(server.stored).toEqual({ title: "Older", rank: 5, version: 5 }))
})

test("a save that meets other fields' changes goes through with both", async () => {
  await show()
  await userEvent.type(field(), "er")
  server.stored = { title: "Old", rank: 5, version: 2 }
  await press()
  await waitFor(() => expect(server.stored).toEqual({ title: "Older", rank: 5, version: 3 }))
  expect(await told(/^Saved\. Someone else changed Rank; both changes are/)).toBeVisible()
  expect(screen.queryByRole("dialog")).toBeNull()
  // The next save is one's own.
  await userEvent.type(field(), "s")
  await press()
  await waitFor(() => expect(server.stored.version).toBe(4))
  await waitFor(() => expect(screen.queryByText("Rank", { selector: "b" })).toBeNull())
})

test("what was saved again as it was is nothing to tell", async () => {
  await show()
  await userEvent.type(field(), "er")
  server.stored = { title: "Old", rank: 1, version: 2 }
  await press()
  await waitFor(() => expect(server.stored).toEqual({ title: "Older", rank: 1, version: 3 }))
  expect(await screen.findByText("No changes")).toBeVisible()
  expect(screen.queryByText(/both changes are on the site/)).toBeNull()
})

test("a save that meets a change of the same field asks", async () => {
  await show()
  await userEvent.type(field(), "er")
  server.stored = { title: "Theirs", rank: 5, version: 2 }
  await press()
  const dialog = within(await choosing())
  expect(dialog.getByText(/^Someone else changed/)).toHaveTextContent("Someone else changed Rank.")
  await userEvent.click(dialog.getByRole("button", { name: "Use this and save" }))
  await waitFor(() => expect(server.stored).toEqual({ title: "Older", rank: 5, version: 3 }))
})

test("a save whose refusal cannot be looked into keeps the text, and goes on once it can", async () => {
  await show()
  server.isSlow = true
  await userEvent.type(field(), "er")
  server.stored = { title: "Old", rank: 5, version: 2 }
  await press()
  await waitFor(() => expect(server.reads).toHaveLength(1))
  server.reads[0]?.fail()
  const dialog = within(await screen.findByRole("dialog", { name: "Not saved" }))
  expect(dialog.getByText(/could not be loaded yet/)).toBeVisible()
  server.isSlow = false
  await userEvent.click(dialog.getByRole("button", { name: "Try again" }))
  await waitFor(() => expect(server.stored).toEqual({ title: "Older", rank: 5, version: 3 }))
})

// A sentence with words in it that are set apart.
const told = (sentence: RegExp) =>
  screen.findByText((_, element) => element?.tagName === "P" && sentence.test(element.textContent))

// Somebody else's job made room or took its place: the rank moves, the version does not.
async function shifted(type: () => Promise<void>) {
  const { client } = await show()
  await type()
  server.stored = { ...server.stored, rank: 5 }
  await act(() => client.invalidateQueries())
}

test("a rank that others moved shows in the open form, beside what is typed, and is no conflict", async () => {
  await shifted(() => userEvent.type(field(), "er"))
  await waitFor(() => expect(screen.getByLabelText("Rank")).toHaveValue(5))
  expect(field()).toHaveValue("Older")
  expect(field()).toHaveFocus()
  expect(screen.queryByText(/changed by someone else/)).toBeNull()
  await press()
  await waitFor(() => expect(server.stored).toEqual({ title: "Older", rank: 5, version: 2 }))
})

test("it is no change of one's own", async () => {
  await shifted(async () => {})
  await waitFor(() => expect(screen.getByLabelText("Rank")).toHaveValue(5))
  expect(screen.queryByText("Unsaved changes")).toBeNull()
})

test("a rank that is being typed stays when others moved it", async () => {
  await shifted(() => userEvent.type(screen.getByLabelText("Rank"), "2"))
  expect(screen.getByLabelText("Rank")).toHaveValue(12)
  expect(screen.queryByText(/changed by someone else/)).toBeNull()
  expect(screen.getByText("Unsaved changes")).toBeVisible()
  await press()
  await waitFor(() => expect(server.stored).toEqual({ title: "Old", rank: 12, version: 2 }))
})

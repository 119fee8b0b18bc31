import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { adoptDraft, dropDraft, dropDrafts, type Found, findDrafts, keepDraft } from "./draft"

// The pages that the browser says are open, beside this one.
let open: string[]

beforeEach(() => {
  open = []
  const query = async () => ({ held: open.map((tab) => ({ name: `vitrine-admin-tab:${tab}` })) })
  vi.stubGlobal("navigator", { locks: { query } })
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const draft = { values: { title: "Half a sen" }, base: { version: 3 }, at: Date.now() }

const read = async (owner: string, name: string) => {
  const [first] = await findDrafts(owner, (one) => one === name)
  return first?.draft
}

// As if typed on another page of this browser.
function keepElsewhere(tab: string, name: string, kept: object = draft) {
  localStorage.setItem(`vitrine-admin-draft:ana:${name}@${tab}`, JSON.stringify(kept))
}

test("what was typed comes back, with what it was based on", async () => {
  keepDraft("ana", "hero", draft)
  expect(await read("ana", "hero")).toEqual(draft)
})

test("nobody gets another person's draft", async () => {
  keepDraft("ana", "hero", draft)
  expect(await read("ben", "hero")).toBeUndefined()
})

test("a draft that was saved or dismissed is gone", async () => {
  keepDraft("ana", "hero", draft)
  dropDraft("ana", "hero")
  expect(await read("ana", "hero")).toBeUndefined()
})

test("a page gets nothing that is typed in another one, and removes nothing of it", async () => {
  open = ["first"]
  keepElsewhere("first", "hero")
  expect(await read("ana", "hero")).toBeUndefined()
  keepDraft("ana", "hero", { ...draft, at: draft.at - 1 })
  dropDraft("ana", "hero")
  await dropDrafts("ana")
  open = []
  expect(await read("ana", "hero")).toEqual(draft)
})

test("the latest draft of the pages that are gone is offered first, and can be made one's own", async () => {
  keepElsewhere("older", "hero", { ...draft, at: draft.at - 1000 })
  keepElsewhere("newer", "hero")
  const [newest] = await findDrafts("ana", () => true)
  expect(newest?.draft).toEqual(draft)
  adoptDraft("ana", newest as Found<unknown, unknown>)
  expect(await findDrafts("ana", () => true)).toHaveLength(2)
  dropDraft("ana", "hero")
  expect((await read("ana", "hero"))?.at).toBe(draft.at - 1000)
})

test("signing out forgets one's drafts and nobody else's", async () => {
  keepDraft("ana", "hero", draft)
  keepDraft("ana", "job new", draft)
  keepDraft("ben", "hero", draft)
  await dropDrafts("ana")
  expect(await read("ana", "job new")).toBeUndefined()
  expect(await read("ben", "hero")).toEqual(draft)
})

test("a broken or an old draft is not offered", async () => {
  localStorage.setItem("vitrine-admin-draft:ana:hero@x", "{")
  expect(await read("ana", "hero")).toBeUndefined()
  keepDraft("ana", "hero", { ...draft, at: Date.now() - 8 * 24 * 3600 * 1000 })
  expect(await read("ana", "hero")).toBeUndefined()
  expect(localStorage).toHaveLength(0)
})

test("a full storage does not stop the typing", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError")
  })
  expect(() => keepDraft("ana", "hero", draft)).not.toThrow()
})

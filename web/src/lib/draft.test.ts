import { afterEach, expect, test, vi } from "vitest"
import { dropDraft, dropDrafts, keepDraft, readDraft } from "./draft"

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

const draft = { values: { title: "Half a sen" }, base: { version: 3 }, at: Date.now() }

test("what was typed comes back, with what it was based on", () => {
  keepDraft("ana", "hero", draft)
  expect(readDraft("ana", "hero")).toEqual(draft)
})

test("nobody gets another person's draft", () => {
  keepDraft("ana", "hero", draft)
  expect(readDraft("ben", "hero")).toBeUndefined()
})

test("a draft that was saved or dismissed is gone", () => {
  keepDraft("ana", "hero", draft)
  dropDraft("ana", "hero")
  expect(readDraft("ana", "hero")).toBeUndefined()
})

test("signing out forgets one's drafts and nobody else's", () => {
  keepDraft("ana", "hero", draft)
  keepDraft("ana", "job new", draft)
  keepDraft("ben", "hero", draft)
  dropDrafts("ana")
  expect(readDraft("ana", "job new")).toBeUndefined()
  expect(readDraft("ben", "hero")).toEqual(draft)
})

test("a broken or an old draft is not offered", () => {
  localStorage.setItem("vitrine-admin-draft:ana:hero", "{")
  expect(readDraft("ana", "hero")).toBeUndefined()
  keepDraft("ana", "hero", { ...draft, at: Date.now() - 8 * 24 * 3600 * 1000 })
  expect(readDraft("ana", "hero")).toBeUndefined()
})

test("a full storage does not stop the typing", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError")
  })
  expect(() => keepDraft("ana", "hero", draft)).not.toThrow()
})

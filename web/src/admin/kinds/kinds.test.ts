import { expect, test } from "vitest"
import * as declared from "@/lib/documents.gen"
import { editorOf, KINDS } from "./kinds"

const documents = Object.values(declared).filter(
  (one): one is typeof one & { name: string; label: string; kind: string } =>
    typeof one === "object" && "label" in one,
)

test("every document has words of its own", () => {
  expect(documents.length).toBeGreaterThan(10)
  for (const { name, label, kind } of documents) {
    const known = KINDS[name]
    expect(known, name).toBeDefined()
    if (kind !== "many") expect(known).toMatchObject({ label })
  }
})

test("what can be edited is found with its history, what cannot is not", () => {
  expect(editorOf("hero", "1")?.(5)).toBe("/admin/hero?history=hero.5")
  expect(editorOf("footer_link", "7")?.(5)).toBe(
    "/admin/footer?tab=links&edit=7&history=footer_link.5",
  )
  expect(editorOf("words", "")?.()).toBe("/admin/settings/words")
  for (const none of [
    "section",
    "message",
    "application",
    "subscriber",
    "team_member",
    "user",
    "unheard-of",
  ])
    expect(editorOf(none, "1")).toBeUndefined()
})

import { expect, test } from "vitest"
import * as declared from "@/lib/documents.gen"
import { KINDS } from "./kinds"

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

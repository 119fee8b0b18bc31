import { expect, test } from "vitest"
import type { Entry } from "./api"
import { asLine, inWords } from "./in-words"

const line = (action: string, document: string, summary: string) =>
  asLine("Ada", inWords({ action, document, summary } as Entry))

test.each([
  ["letter_scheduled", "letter", "Ada scheduled the letter Spring"],
  ["letter_draft", "letter", "Ada called off the letter Spring"],
  ["letter_sending", "letter", "Ada went on sending the letter Spring"],
  ["letter_paused", "letter", "Ada paused the letter Spring"],
  ["letter_cancelled", "letter", "Ada stopped the letter Spring"],
])("%s is said in words", (action, document, said) => {
  expect(line(action, document, "Spring")).toBe(said)
})

test("who may sign in is said with what they may do", () => {
  expect(line("invited", "user", "bo@example.com as editor")).toBe(
    "Ada invited bo@example.com, As editor",
  )
  expect(line("added", "user", "bo@example.com as editor")).toBe(
    "Ada added the user bo@example.com, As editor",
  )
  expect(line("removed", "user", "bo@example.com")).toBe("Ada removed the user bo@example.com")
})

test("an import of subscribers says how many", () => {
  expect(line("imported", "subscriber", "260")).toBe("Ada imported 260 subscribers")
  expect(line("imported", "hero", "")).toBe("Ada brought in Hero")
})

test("an export says of what", () => {
  expect(line("exported", "subscriber", "")).toBe("Ada exported the subscribers")
  expect(line("exported", "application", "")).toBe("Ada exported the applicants")
  expect(line("exported", "person", "")).toBe("Ada exported the data of a person")
  expect(line("exported", "letter", "Spring")).toBe("Ada exported who got the letter Spring")
})

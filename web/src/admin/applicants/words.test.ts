import { expect, test } from "vitest"
import { eventInWords, linesOf, sizeOf, webAddress } from "./words"

const said = (kind: "stage" | "assigned" | "opened" | "cv" | "mail", text = "", subject = "") =>
  eventInWords({ kind, text, subject }, (email) => email.split("@")[0] as string)

test("what happened is told in words", () => {
  expect(said("stage", "talking")).toBe("moved it to Talking")
  expect(said("stage", "closed rejected")).toBe("moved it to Closed, said no")
  expect(said("assigned", "ada@example.com")).toBe("gave it to ada")
  expect(said("assigned")).toBe("gave it to nobody")
  expect(said("mail", "Dear Ann", "Shall we talk?")).toBe("wrote “Shall we talk?”")
  expect([said("opened"), said("cv")]).toEqual(["opened it", "looked at the CV"])
})

test("a size is rounded as people say it", () => {
  expect([900, 184_320, 9_961_472].map(sizeOf)).toEqual(["900 bytes", "184 KB", "10.0 MB"])
})

test("links are web addresses, however they were typed, and nothing else", () => {
  expect(linesOf("portfolio.example\nhttps://a.example/b, c.example")).toHaveLength(3)
  expect(webAddress("portfolio.example")).toBe("https://portfolio.example/")
  expect(webAddress("HTTPS://a.example/b?c=1")).toBe("https://a.example/b?c=1")
  for (const typed of [
    "javascript:alert(1)",
    "javascript:alert(1)//a.example",
    "data:text/html,x",
    "https://good.example@bad.example/",
    "ann",
    "/admin",
    "file:///etc/passwd",
  ])
    expect(webAddress(typed)).toBeUndefined()
})

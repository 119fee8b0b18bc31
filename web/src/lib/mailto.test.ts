import { expect, test } from "vitest"
import { mailto, reply } from "./mailto"

test("a mail link goes to the address as it is", () => {
  expect(mailto("shop+one@example.com")).toBe("mailto:shop%2Bone@example.com")
})

test("what a visitor typed cannot add a recipient or a header", () => {
  expect(mailto("a@b.co?bcc=c@d.co", "Hi\r\nBcc: e@f.co&body=x")).toBe(
    "mailto:a@b.co%3Fbcc%3Dc@d.co?subject=Hi%0D%0ABcc%3A%20e%40f.co%26body%3Dx",
  )
})

test.each([
  ["Pilot", "Re: Pilot"],
  ["Re: Pilot", "Re: Pilot"],
  ["RE: Pilot", "Re: Pilot"],
  ["Returns data", "Re: Returns data"],
])("the answer to %j has the subject %j", (subject, answer) => {
  expect(reply(subject)).toBe(answer)
})

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

test("a text comes along, its lines as mails have them", () => {
  expect(mailto("a@b.co", "Hi", "Dear A,\nyes & no?")).toBe(
    "mailto:a@b.co?subject=Hi&body=Dear%20A%2C%0D%0Ayes%20%26%20no%3F",
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

import { expect, test } from "vitest"
import { reachOf } from "./reach"

const contact = {
  email: "hello@studio.example",
  location: "Lagos",
  social_links: [{ platform: "X", url: "https://x.example" }],
}
const nothing = { email: "", location: "", social_links: [] }
const follows = { follows_email: true, follows_location: true, follows_social_links: true }
const none = { follows_email: false, follows_location: false, follows_social_links: false }

test("an empty footer that follows Contact says what Contact says", () => {
  expect(reachOf({ ...nothing, ...follows }, contact)).toEqual(contact)
})

test("an empty footer that does not follow shows nothing, as on sites of before", () => {
  expect(reachOf({ ...nothing, ...none }, contact)).toEqual(nothing)
})

test("what the footer says itself is shown, whatever it follows", () => {
  const own = {
    email: "desk@studio.example",
    location: "Abuja",
    social_links: [{ platform: "LinkedIn", url: "https://in.example" }],
  }
  expect(reachOf({ ...own, ...follows }, contact)).toEqual(own)
  expect(reachOf({ ...own, ...none }, contact)).toEqual(own)
})

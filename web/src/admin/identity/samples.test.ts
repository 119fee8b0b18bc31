import { expect, test } from "vitest"
import builtIn from "@/content/fallback.json"
import { adopted } from "./samples"

const sampleAt = (location: string) => ({
  location,
  how_to_apply: '<p>Write to <a href="mailto:hello@vitrine.example">hello@vitrine.example</a>.</p>',
  version: 1,
})
const places = builtIn.seed_demo.job_listings.map(({ location }) => location)
const STUDIO = { name: "Northbeam", city: "", country: "", pack: "neutral" as const }
const look = (some: Partial<typeof STUDIO>) => ({ ...STUDIO, ...some })

test("sample jobs move to where the studio is", () => {
  const moved = (some: Partial<typeof STUDIO>) =>
    places.map((place) => adopted(sampleAt(place), look(some), "a@b.test").location)
  expect(moved({ city: "Lisbon" })).toEqual(["Lisbon", "Lisbon or remote", "Remote", "Lisbon"])
  expect(moved({ city: "Lisbon", country: "Portugal" })).toEqual([
    "Lisbon, Portugal",
    "Lisbon, Portugal or remote",
    "Remote, Portugal",
    "Lisbon, Portugal",
  ])
  expect(moved({ city: "" })).toEqual(["Remote", "Remote", "Remote", "Remote"])
})

test("a place that somebody may have written stays", () => {
  const sample = sampleAt("Delhi, India")
  expect(adopted(sample, look({ city: "Delhi" }), "")).not.toHaveProperty("location")
  expect(adopted({ ...sample, version: 2 }, look({ city: "Lisbon" }), "")).not.toHaveProperty(
    "location",
  )
})

test("who applies to a sample writes to the studio", () => {
  const said = (email: string) => adopted(sampleAt("Lisbon"), look({}), email).how_to_apply
  expect(said("ola@northbeam.test")).toBe(
    '<p>Write to <a href="mailto:ola@northbeam.test">ola@northbeam.test</a>.</p>',
  )
  expect(said("")).toBe("<p>A person reads every application.</p>")
})

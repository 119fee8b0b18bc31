import { describe, expect, it } from "vitest"
import { jobPlace } from "./place"

type Found = {
  jobLocation?: { address: Record<string, string | undefined> } | object[]
  jobLocationType?: string
  applicantLocationRequirements?: { name: string } | { name: string }[]
}

const brief = (location: string, studio: string) => {
  const found = jobPlace(location, studio) as Found | undefined
  if (!found) return undefined
  const sites = found.jobLocation ? [found.jobLocation].flat() : []
  const words = sites.map((site) => {
    const { address } = site as { address: Record<string, string | undefined> }
    const { addressLocality: town, addressRegion: region, addressCountry: country } = address
    return [town, region, country].map((name) => name ?? "").join("|")
  })
  const countries = found.applicantLocationRequirements ?? []
  const open = [countries].flat().map(({ name }) => name)
  return [...words, found.jobLocationType ? `remote ${open.join(" ")}`.trim() : ""]
    .filter(Boolean)
    .join("; ")
}

describe("a job is placed by what an editor wrote", () => {
  it.each([
    ["Delhi, India", "Delhi||India"],
    ["Delhi", "Delhi||India"],
    ["Bengaluru / Pune, Maharashtra, India", "Pune|Maharashtra|India"],
    ["London / New York, USA", "New York||USA"],
    ["London, UK / New York, USA", "London||UK; New York||USA"],
    ["Portland, OR, USA", "Portland|OR|USA"],
    ["Gary, IN, USA or remote", "Gary|IN|USA; remote USA"],
    ["Atlanta, Georgia, USA", "Atlanta|Georgia|USA"],
    ["Cape Town, South Africa", "Cape Town||South Africa"],
    ["Pune (India)", "Pune||India"],
    ["Berlin \u2013 Germany / Paris, France", "Berlin||Germany; Paris||France"],
    ["Utrecht, The Netherlands", "Utrecht||Netherlands"],
    ["India", "||India"],
    ["Bengaluru, Karnataka, India", "Bengaluru|Karnataka|India"],
    ["Trinidad and Tobago", "||Trinidad and Tobago"],
    ["Delhi / Mumbai, India", "Delhi||India; Mumbai||India"],
    ["Delhi, India (hybrid)", "Delhi||India"],
    ["Hybrid", "Delhi||India"],
    ["", "Delhi||India"],
    ["Delhi, India (remote)", "Delhi||India; remote India"],
    ["Delhi, India or remote", "Delhi||India; remote India"],
    ["Remote or Delhi, India", "Delhi||India; remote India"],
    ["Hybrid / Remote", "Delhi||India; remote India"],
    ["Remote \u2013 Germany", "remote Germany"],
    ["Remote, India", "remote India"],
    ["Remote (India only)", "remote India"],
    ["Remote, UK or Germany", "remote UK Germany"],
    ["Remote, anywhere in Germany", "remote Germany"],
    ["REMOTE", "Delhi||India; remote India"],
  ])("%s", (location, want) => expect(brief(location, "Delhi, India")).toBe(want))

  it.each([
    "Berlin",
    "Remote - Berlin",
    "San Francisco, CA",
    "Austin, Texas",
    "Portland, OR or remote",
    "Atlanta, Georgia",
    "Delhi, New York",
    "Remote within Europe",
    "Fully remote, worldwide",
    "Anywhere",
  ])("%s has a country that only a guess could name", (location) =>
    expect(brief(location, "Delhi, India")).toBeUndefined(),
  )

  it("knows the country of the town and region of the studio", () => {
    expect(brief("Delhi, NCT", "Delhi, NCT, India")).toBe("Delhi|NCT|India")
    expect(brief("Delhi", "Delhi, NCT, India")).toBe("Delhi||India")
  })

  it("is nowhere when neither it nor the studio has a place", () => {
    expect(brief("Remote", "")).toBeUndefined()
    expect(brief("", "")).toBeUndefined()
    expect(brief("Remote", "India")).toBe("remote India")
  })
})

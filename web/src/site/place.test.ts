import { describe, expect, it } from "vitest"
import { jobPlace } from "./place"

type Found = {
  jobLocation?: { address: Record<string, string | undefined> } | object[]
  jobLocationType?: string
  applicantLocationRequirements?: { name: string }
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
  const open = found.applicantLocationRequirements?.name ?? ""
  return [...words, found.jobLocationType ? `remote ${open}`.trim() : ""].filter(Boolean).join("; ")
}

describe("a job is placed by what an editor wrote", () => {
  it.each([
    ["Delhi, India", "Delhi||India"],
    ["Delhi", "Delhi||India"],
    ["Bengaluru / Pune, Maharashtra, India", "Bengaluru||India; Pune|Maharashtra|India"],
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
    ["Remote within Europe", "Delhi||India; remote India"],
    ["Fully remote, worldwide", "Delhi||India; remote India"],
    ["REMOTE", "Delhi||India; remote India"],
  ])("%s", (location, want) => expect(brief(location, "Delhi, India")).toBe(want))

  it.each(["Berlin", "Remote - Berlin", "San Francisco, CA", "Austin, Texas"])(
    "%s has a country that only a guess could name",
    (location) => expect(brief(location, "Delhi, India")).toBeUndefined(),
  )

  it("is nowhere when neither it nor the studio has a place", () => {
    expect(brief("Remote", "")).toBeUndefined()
    expect(brief("", "")).toBeUndefined()
    expect(brief("Remote", "India")).toBe("remote India")
  })
})

// @vitest-environment jsdom
import { existsSync, readFileSync } from "node:fs"
import { act } from "@testing-library/react"
import { hydrateRoot } from "react-dom/client"
import { renderToString } from "react-dom/server"
import { afterEach, describe, expect, it, vi } from "vitest"
import { hydrate } from "@/entry-client"
import type { PageData } from "@/site/data"
import { Site } from "@/site/site"
import { loadRender } from "../build/fallback.mjs"
import { pages, shared } from "./pages"

afterEach(() => vi.restoreAllMocks())

const all = Object.entries(pages) as [string, PageData][]

describe.each(all)("the page %s", (_, data) => {
  it("hydrates without a word", async () => {
    const said = vi.spyOn(console, "error").mockImplementation(() => {})
    const root = document.createElement("div")
    document.body.append(root)
    root.innerHTML = renderToString(<Site data={data} />)
    const before = root.innerHTML
    const recovered: unknown[] = []
    const app = await act(() =>
      hydrateRoot(root, <Site data={data} />, { onRecoverableError: (e) => recovered.push(e) }),
    )
    expect(recovered).toEqual([])
    expect(said.mock.calls).toEqual([])
    // Only the browser's own checking of the forms is switched off.
    expect(root.innerHTML.replaceAll(' novalidate=""', "") === before).toBe(true)
    act(() => app.unmount())
    root.remove()
  })
})

it("a key does not have a page taken over in one piece", async () => {
  const state = `<script type="application/json" id="state">${JSON.stringify(pages.contact)}</script>`
  document.body.innerHTML = `<div id="root">${renderToString(<Site data={pages.contact} />)}</div>${state}`
  const field = document.querySelector("main input") as HTMLInputElement
  const isTaken = () => Object.keys(field).some((key) => key.startsWith("__reactFiber"))
  await act(async () => {
    hydrate(document.getElementById("root") as HTMLElement, JSON.stringify(pages.contact))
    field.dispatchEvent(new Event("keyup", { bubbles: true }))
    expect(isTaken()).toBe(false)
  })
  expect(isTaken()).toBe(true)
})

describe("the server bundle", () => {
  const file = "dist/server/server.js"
  const built = existsSync(file)
  it("is built (npm run build)", () => expect(built).toBe(true))
  if (!built) return
  const render = loadRender(readFileSync(file, "utf8"))
  const rendered = (data: PageData): { head: string; body: string } =>
    JSON.parse(render(JSON.stringify(data)))

  it.each(all)("renders %s in a bare context, as the policy wants it", (_, data) => {
    const { head, body } = rendered(data)
    expect(body).not.toMatch(/<[^>]+\sstyle=/)
    expect(body).not.toMatch(/<[^>]+\son\w+=/)
    const scripts = (head + body).match(/<script[^>]*>/g) ?? []
    expect(scripts.every((tag) => /type="application\/(ld\+)?json"/.test(tag))).toBe(true)
    expect(body.match(/<h1[\s>]/g)).toHaveLength(1)
  })

  it("cannot be broken out of by what people wrote", () => {
    const evil = `</script><img src=x onerror=alert(1)>\u2028<!--`
    const { head, body } = rendered({
      ...pages.job,
      job: { ...pages.job.job, title: evil, location: evil },
      navigation_links: [{ ...shared.navigation_links[0], name: evil } as never],
    })
    expect(head + body).not.toContain("<img")
    expect(body).not.toContain("</script>")
  })

  it("describes a job to machines", () => {
    const { head } = rendered(pages.job)
    const [organization, posting] = [
      ...head.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g),
    ].map((match) => JSON.parse(match[1] as string))
    expect(organization).toMatchObject({ "@type": "Organization", name: "Vitrine" })
    expect(posting).toMatchObject({
      "@type": "JobPosting",
      title: "Founding Engineer, Agentic Checkout",
      datePosted: "2026-11-03",
      hiringOrganization: { name: "Vitrine" },
      jobLocation: { address: { addressLocality: "Delhi", addressCountry: "India" } },
    })
    expect(posting.description).toContain("<li>Hire the second engineer</li>")
  })

  it.each([
    ["Remote, India", undefined, "India"],
    ["Delhi, India or remote", "Delhi", "India"],
  ])("places a job at %s", (location, locality, country) => {
    const { head } = rendered({ ...pages.job, job: { ...pages.job.job, location } })
    const posting = JSON.parse(head.slice(head.lastIndexOf('{"@context'), head.lastIndexOf("</")))
    expect(posting.jobLocation?.address.addressLocality).toBe(locality)
    expect(posting.jobLocationType).toBe("TELECOMMUTE")
    expect(posting.applicantLocationRequirements.name).toBe(country)
  })

  it("keeps pages that are not content out of the indexes", () => {
    expect(rendered(pages.notFound).head).toContain('name="robots" content="noindex"')
    expect(rendered(pages.contactSent).head).not.toContain("canonical")
    expect(rendered(pages.about).head).toContain(
      '<link rel="canonical" href="https://vitrine.example/about">',
    )
  })
})

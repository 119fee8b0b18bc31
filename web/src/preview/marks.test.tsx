import { render } from "@testing-library/react"
import { expect, test } from "vitest"
import type { PageData, TeamMember } from "@/site/data"
import { Site } from "@/site/site"
import { pages } from "../../test/pages"
import { drawn } from "./drawn"
import { label } from "./label"
import { marked, unmarked } from "./marks"

Object.assign(globalThis, { family: drawn })

const MARKS = /[\uFDD0-\uFDEF]/

function shown(data: PageData) {
  const page = marked(data)
  const { container } = render(<Site data={page.data} />)
  label(container, page)
  return container
}

const fieldOf = (container: HTMLElement, text: string) =>
  [...container.querySelectorAll("*")]
    .filter((one) => one.children.length === 0 && one.textContent?.trim() === text)
    .map((one) => one.closest("[data-field]")?.getAttribute("data-field"))

const all = Object.entries(pages) as [string, PageData][]

test.each(all)("%s: each text leads to a field, and no mark is left", (_, data) => {
  const container = shown(data)
  expect(container.innerHTML).not.toMatch(MARKS)
  expect(container.innerHTML).not.toMatch(/%EF%B7%/i)
  const walker = document.createTreeWalker(container, NodeFilter.SHOW_TEXT)
  const lost: string[] = []
  while (walker.nextNode()) {
    const { nodeValue, parentElement } = walker.currentNode
    const field = parentElement?.closest("[data-field]")?.getAttribute("data-field") ?? ""
    if (nodeValue?.trim() && !/^\w+\/[^/]*\/[\w.]+$/.test(field)) lost.push(nodeValue)
  }
  expect(lost).toEqual([])
})

test.each(all)("%s reads the same with marks and without", (_, data) => {
  const plain = render(<Site data={data} />).container
  expect(shown(data).textContent).toBe(plain.textContent)
})

test("a text leads to its own field, and what is made of others to its source", () => {
  const { hero_content, portfolio_companies, navigation_links } = pages.home
  const container = shown(pages.home)
  const [area] = hero_content.featured_areas
  expect(fieldOf(container, area?.title ?? "")).toEqual(["hero//featured_areas.0.title"])
  expect(fieldOf(container, hero_content.cta_secondary_text)).toEqual(["hero//cta_secondary_text"])
  expect(fieldOf(container, navigation_links[1]?.name ?? "")).toContain("navigation_link/#1/name")
  const [company] = portfolio_companies
  const host = container.querySelector(".go")
  expect(host?.getAttribute("data-field")).toBe(`company/${company?.id}/website_url`)
  // The footer follows Contact.
  const footerOf = (data: PageData) => shown(data).querySelector(".ft") as HTMLElement
  const icon = (footer: HTMLElement) => footer.querySelector(".soc a")?.getAttribute("data-field")
  const footer = footerOf(pages.home)
  expect(fieldOf(footer, pages.home.reach.email)).toEqual(["contact//email"])
  expect(icon(footer)).toBe("contact//social_links.0.platform")
  const own = {
    ...pages.home.footer_content,
    email: "desk@vitrine.example",
    social_links: pages.home.reach.social_links,
  }
  const ownFooter = footerOf({ ...pages.home, footer_content: own })
  expect(fieldOf(ownFooter, own.email)).toEqual(["footer//email"])
  expect(icon(ownFooter)).toBe("footer//social_links.0.platform")
  const posted = shown(pages.job).querySelector("time")
  expect(posted?.getAttribute("data-field")).toBe(`job/${pages.job.job.id}/title`)
})

test("pictures and drawings lead to where they are chosen", () => {
  const about = shown({ ...pages.about, team_members: team(["/a.jpg", ""]) })
  const field = (root: HTMLElement, selector: string) =>
    [...root.querySelectorAll(selector)].map((one) => one.getAttribute("data-field"))
  expect(field(about, ".tm-pane img")).toEqual(["team//members.0.image_url"])
  expect(field(about, ".tm-pane svg")).toEqual(["team//members.1.image_url"])
  const home = shown(pages.home)
  expect(field(home, ".co-pane svg")[1]).toBe("company/2/logo_url")
  expect(field(home, ".hd .brand svg")).toEqual(["site//kind"])
  expect(new Set(field(home, ".window svg[viewBox]"))).toEqual(new Set(["site//art"]))
})

const team = (photos: string[]) =>
  photos.map((image_url, at) => ({ ...pages.about.team_members[at], image_url })) as TeamMember[]

test("the answers of a form lead to their words", () => {
  const wrong = shown(pages.applyReturned).querySelector("#apply-cv-error")
  expect(wrong?.getAttribute("data-field")).toBe("words//apply_cv_again")
  const { message } = pages.contactSent
  expect(fieldOf(shown(pages.contactSent), message)).toEqual(["words//contact_sent"])
})

test("links of one section stay together, and empty lines of a form are no items", () => {
  const link = { path: "/", external: false, open_in_new_window: false, section: "Company" }
  const data = {
    ...pages.about,
    about_content: { ...pages.about.about_content, why_ecommerce: ["", "Because"] },
    footer_links: [
      { ...link, name: "One" },
      { ...link, name: "Two" },
    ],
  }
  const container = shown(data)
  expect(container.querySelectorAll(".ft-cols nav")).toHaveLength(1)
  expect(fieldOf(container, "Because")).toEqual(["about//why_ecommerce.1"])
})

test("what an editor typed cannot pass for a mark", () => {
  const { hero_content } = pages.home
  const data = { ...pages.home, hero_content: { ...hero_content, title: "\uFDD0\uFDD1\uFDEFHa" } }
  expect(shown(data).querySelector("h1")?.textContent).toBe("Ha")
  expect(unmarked("\uFDD0\uFDD1\uFDEFHa")).toBe("Ha")
})

/** A part of a page, where it is and where it is edited. */
export type Section = { name: string; selector: string; editor: string }

const edits = (editor: string, field: string) => `${editor}?field=${encodeURIComponent(field)}`

/** What the page is about, by its address: a job's own, or that of its form. */
const slug = () => location.pathname.replace(/^\/careers/, "").split("/")[1] ?? ""

const job = () => ({
  name: "This job",
  selector: ".jd-head",
  editor: edits("/admin/careers", `job/@${slug()}/title`),
})

/** What each page may consist of; what is not on it is left out. */
const parts = (): Section[] => [
  { name: "Hero", selector: ".hero", editor: "/admin/hero" },
  {
    name: "Featured areas",
    selector: ".hero ~ .wrap .window, .hero ~ link ~ .wrap .window",
    editor: edits("/admin/hero", "hero//featured_areas.0.title"),
  },
  { name: "About", selector: ".about-intro", editor: "/admin/about" },
  {
    name: "Our approach",
    selector: "[aria-labelledby=approach-title]",
    editor: edits("/admin/about", "about//approach_text"),
  },
  { name: "Process", selector: "#process", editor: "/admin/process" },
  { name: "Team", selector: "[aria-labelledby=team-title]", editor: "/admin/team" },
  { name: "Portfolio", selector: "[aria-labelledby=portfolio-title]", editor: "/admin/portfolio" },
  { name: "Contact page", selector: ".ct-head", editor: "/admin/contact-page" },
  { name: "Contact information", selector: ".ct-side:not(.ap-side)", editor: "/admin/contact" },
  { name: "Jobs", selector: ".jobs", editor: "/admin/careers" },
  job(),
  {
    name: "This page",
    selector: ".own:has(> .prose)",
    editor: edits("/admin/pages", `page/@${slug()}/title`),
  },
  { name: "Letters", selector: ".own:not(:has(> .prose))", editor: "/admin/letters" },
  { name: "Words", selector: ".nf", editor: "/admin/settings/words" },
]

export const everyPage: Section[] = [
  { name: "Navigation", selector: ".hd", editor: "/admin/navigation" },
  { name: "Footer", selector: ".ft", editor: "/admin/footer" },
]

export const sectionsHere = () =>
  parts().filter(({ selector }) => document.querySelector(`main ${selector}`))

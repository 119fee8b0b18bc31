import { readFile } from "node:fs/promises"
import vm from "node:vm"

// The pages of the built-in content, rendered once: what the server shows when it can neither read nor render.
export async function fallbackPages(root, bundle, css) {
  const { fallback } = JSON.parse(await readFile(`${root}src/content/fallback.json`, "utf8"))
  const render = loadRender(bundle)
  const pages = {}
  for (const [name, data] of Object.entries(fallbackData(fallback, css))) {
    pages[name] = { data, ...JSON.parse(render(JSON.stringify(data))) }
  }
  return pages
}

/** The server bundle in a bare context, as bare as the engine it is made for. */
export function loadRender(bundle) {
  const context = vm.createContext({})
  vm.runInContext(bundle, context)
  return context.render
}

// The server puts what a visitor typed, and what it says, in the place of these.
const VALUE = "value.invalid"
const TEXT = "text.invalid"

/** The page data that the Go side would send if every read failed, by path, and by what a form is answered. */
export function fallbackData(f, css) {
  const shared = {
    // The server puts its own origin and year in the place of these.
    origin: "https://origin.invalid",
    year: 9999,
    status: 200,
    key: "sb_publishable_vitrine",
    css,
    failed: [],
    navigation_links: f.navigation_links.map(link),
    footer_content: f.footer_content,
    footer_links: f.footer_links.map((l) => ({ ...link(l), section: l.section })),
  }
  const process = { process_content: f.process_content, process_steps: f.process_steps }
  const home = {
    page: "home",
    hero_content: { ...f.hero_content, featured_areas: f.featured_areas },
    ...process,
    homepage_sections: [],
    portfolio_companies: [],
  }
  const about = {
    page: "about",
    about_content: { ...f.about_content, focus_areas: f.focus_areas },
    ...process,
    team_members: f.team_members,
  }
  const contact = {
    page: "contact",
    contact_info: { ...f.contact_info, social_links: f.social_links },
  }
  const values = { name: VALUE, email: VALUE, subject: VALUE, message: VALUE }
  const form = { values, errors: {}, message: TEXT }
  const result = (form, ok) => ({
    ...shared,
    path: `/${form}`,
    page: "result",
    form,
    ok,
    message: TEXT,
  })
  return {
    "/": { ...shared, path: "/", ...home },
    "/about": { ...shared, path: "/about", ...about },
    "/careers": {
      ...shared,
      path: "/careers",
      failed: ["job_listings"],
      page: "careers",
      job_listings: [],
    },
    "/contact": { ...shared, path: "/contact", ...contact },
    "/404": { ...shared, path: "/404", status: 404, page: "not-found" },
    "contact returned": { ...shared, path: "/contact", ...contact, status: 422, form },
    "contact taken": result("contact", true),
    "contact refused": result("contact", false),
    "newsletter taken": result("newsletter", true),
    "newsletter refused": result("newsletter", false),
  }
}

const link = ({ name, path, external, open_in_new_window }) => ({
  name,
  path,
  external,
  open_in_new_window,
})

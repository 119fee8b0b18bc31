import { readFile } from "node:fs/promises"
import vm from "node:vm"

// The pages of the built-in content, rendered once: what the server shows when it can neither read nor render.
export async function fallbackPages(root, bundle, assets) {
  const raw = await readFile(`${root}src/content/fallback.gen.json`, "utf8")
  const parts = JSON.parse(raw.replaceAll("{studio}", "studio.invalid"))
  const render = loadRender(bundle)
  const pages = {}
  for (const [name, data] of Object.entries(fallbackData(parts, assets))) {
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
export function fallbackData(parts, { css, themed }) {
  const shared = {
    // The server puts its own origin, year and name in the place of these.
    origin: "https://origin.invalid",
    year: 9999,
    site: { name: "studio.invalid" },
    status: 200,
    key: "sb_publishable_vitrine",
    css,
    themed_css: themed.css,
    failed: [],
    ...parts.shared,
  }
  const contact = { page: "contact", ...parts.contact }
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
    "/": { ...shared, path: "/", page: "home", ...parts.home },
    "/about": { ...shared, path: "/about", page: "about", ...parts.about },
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
    "confirm taken": result("confirm", true),
    "confirmed taken": result("confirmed", true),
    "unsubscribe taken": result("unsubscribe", true),
    "unsubscribed taken": result("unsubscribed", true),
    "erased taken": result("erased", true),
    "link refused": result("link", false),
  }
}

import generated from "@/content/fallback.gen.json"
import content from "@/content/fallback.json"
import type { Job, PageData, Shared } from "@/site/data"

const { fallback, seed, seed_demo } = content

// As on a fresh site, which has a little more than what a failed read shows.
const parts: typeof generated = JSON.parse(
  JSON.stringify({
    ...generated,
    shared: {
      ...generated.shared,
      navigation_links: seed.navigation_links,
      footer_links: seed.footer_links,
      reach: { ...generated.shared.reach, ...seed.contact_info, social_links: seed.social_links },
    },
    contact: {
      contact_info: {
        ...generated.contact.contact_info,
        ...seed.contact_info,
        social_links: seed.social_links,
      },
    },
  }).replaceAll("{studio}", "Vitrine"),
)

export const shared: Shared = {
  path: "/",
  origin: "https://vitrine.example",
  status: 200,
  year: 2026,
  key: "sb_publishable_vitrine",
  css: "/assets/site.css",
  themed_css: "/assets/themed.css",
  failed: [],
  site: { name: "Vitrine" },
  ...parts.shared,
}

/** A job that says nothing of itself but its texts. */
const blankJob = {
  employment_type: "",
  workplace: "",
  salary_min: null,
  salary_max: null,
  salary_currency: "",
  salary_period: "year",
  closes_on: "",
  is_open: true,
  apply_form: true,
}

export const jobs = seed_demo.job_listings.map((job, i) => ({
  ...blankJob,
  ...job,
  id: i + 1,
  slug: `job-${i + 1}`,
  how_to_apply: fallback.default_how_to_apply.replaceAll("{email}", seed.contact_info.email),
  created_at: "2026-11-03T09:00:00.000000+00:00",
  updated_at: "2026-11-03T09:00:00.000000+00:00",
})) as unknown as Job[]

export const companies = seed_demo.portfolio_companies.map((company, i) => ({
  ...company,
  id: i + 1,
}))

const applyPage = {
  ...shared,
  path: "/careers/job-1/apply",
  page: "apply" as const,
  job: jobs[0] as Job,
}

/** Every page and state that the server can be asked for. */
export const pages = {
  home: {
    ...shared,
    page: "home",
    ...parts.home,
    homepage_sections: seed_demo.homepage_sections,
    portfolio_companies: companies,
  },
  about: {
    ...shared,
    path: "/about",
    page: "about",
    ...parts.about,
  },
  careers: {
    ...shared,
    path: "/careers",
    page: "careers",
    job_listings: jobs.map((job) => ({
      id: job.id,
      slug: job.slug,
      title: job.title,
      location: job.location,
      about: job.about.replace(/<[^>]*>/g, ""),
      responsibilities: job.responsibilities.slice(0, 2),
      more: Math.max(0, job.responsibilities.length - 2),
    })),
  },
  noJobs: { ...shared, path: "/careers", page: "careers", job_listings: [] },
  jobsFailed: {
    ...shared,
    path: "/careers",
    failed: ["job_listings"],
    page: "careers",
    job_listings: [],
  },
  job: { ...shared, path: "/careers/job-1", page: "job", job: jobs[0] as Job },
  apply: applyPage,
  applyReturned: {
    ...applyPage,
    status: 422,
    form: {
      values: {
        name: "Asha",
        email: "asha@",
        cv: "cv.pdf",
        note: "1 < 2",
        links: "",
        consent: "yes",
        keep: "",
      },
      errors: {
        email: "Please enter a valid email address.",
        cv: "Please choose cv.pdf again.",
      },
      message: "",
    },
  },
  applyReceived: { ...applyPage, path: "/careers/job-1/apply/received", received: true },
  contact: {
    ...shared,
    path: "/contact",
    page: "contact",
    ...parts.contact,
  },
  contactReturned: {
    ...shared,
    path: "/contact",
    status: 422,
    page: "contact",
    ...parts.contact,
    form: {
      values: { name: "Asha", email: "asha@", subject: "", message: "1 < 2" },
      errors: {
        email: "Please enter a valid email address.",
        subject: "Please enter a subject.",
      },
      message: "",
    },
  },
  notFound: { ...shared, path: "/nowhere", status: 404, page: "not-found" },
  contactSent: {
    ...shared,
    path: "/contact",
    page: "result",
    form: "contact",
    ok: true,
    message:
      "Your message has been sent successfully! You will also receive a confirmation email shortly.",
  },
  newsletterFailed: {
    ...shared,
    path: "/newsletter",
    page: "result",
    form: "newsletter",
    ok: false,
    message: "Unable to subscribe at this time. Please try again later.",
  },
} satisfies Record<string, PageData>

import { useQuery } from "@tanstack/react-query"
import { allOf, queryOf } from "@/lib/document"
import { about, contact, job, page, type Site } from "@/lib/documents.gen"
import { plainText, shortened } from "@/lib/text"
import { useVoice } from "../document/voice"

/** A page of the site, and what its head says while nobody wrote one for it. */
export type Entry = {
  path: string
  name: string
  kind: "Pages" | "Your own pages" | "Jobs" | "No longer there"
  title: string
  description: string
}

export type Usual = { title: string; description: string; keywords: string }

/** What every head falls back on; the site itself has the last word. */
export function useUsual(site: Site) {
  const say = useVoice(site)
  const usual: Usual = {
    title: say("head_title"),
    description: say("head_description"),
    keywords: say("head_keywords"),
  }
  return { usual, say }
}

/** The pages there are, once they are known. What is shown of them when nothing is typed is as web/src/site/head.ts says. */
export function useEntries(site: Site): {
  isFailed: boolean
  retry: () => void
  entries?: Entry[]
} {
  const { usual, say } = useUsual(site)
  const own = useQuery(allOf(page))
  const jobs = useQuery(allOf(job))
  const { data: aboutPage } = useQuery(queryOf(about))
  const { data: contactPage } = useQuery(queryOf(contact))
  const title = site.head_title || usual.title
  const description = site.head_description || usual.description
  const retry = () => {
    void own.refetch()
    void jobs.refetch()
  }
  const isFailed = own.isLoadingError || jobs.isLoadingError
  if (!own.data || !jobs.data) return { isFailed, retry }
  const named = (name: string) => say("head_job", { job: name })
  const of = (
    kind: Entry["kind"],
    path: string,
    name: string,
    ...[theTitle, text]: [title: string, text: string]
  ): Entry => ({ kind, path, name, title: theTitle, description: text || description })
  const entries = [
    of("Pages", "/", "Home", title, ""),
    of(
      "Pages",
      "/about",
      "About Us",
      say("head_about"),
      shortened(plainText(aboutPage?.intro_text ?? "")),
    ),
    of("Pages", "/careers", "Careers", say("head_careers"), say("careers_lead")),
    of(
      "Pages",
      "/contact",
      "Contact",
      say("head_contact"),
      shortened(contactPage?.description ?? ""),
    ),
    ...(site.letters_public
      ? [of("Pages", "/letters", "Letters", named(say("letters_title")), "")]
      : []),
    ...own.data.map((one) =>
      of(
        "Your own pages",
        `/${one.slug}`,
        one.title,
        named(one.title),
        shortened(plainText(one.body)),
      ),
    ),
    ...jobs.data.map((one) =>
      of(
        "Jobs",
        `/careers/${one.slug}`,
        one.title,
        named(one.title),
        shortened(plainText(one.about ?? "")) || say("careers_lead"),
      ),
    ),
  ]
  return { isFailed, retry, entries }
}

import { reachOf } from "@/lib/reach"
import { drawFor } from "./art"
import type { PageData } from "./data"
import { Footer } from "./layout/footer"
import { Header } from "./layout/header"
import { type Toast, Toasts } from "./layout/toasts"
import { Widgets } from "./layout/widgets"
import { about } from "./pages/about"
import { apply } from "./pages/apply"
import { careers, closed, job } from "./pages/careers"
import { contact } from "./pages/contact"
import { home } from "./pages/home"
import { letter } from "./pages/letter"
import { letters } from "./pages/letters"
import { notFound } from "./pages/not-found"
import { own } from "./pages/own"
import type { Parts } from "./pages/page-parts"
import { result } from "./pages/result"
import { sizeFor } from "./sizes"
import { speakFor, word } from "./words"

/** What is known of a page wherever its text is made. */
export function prepare(data: PageData) {
  speakFor(data.site)
  drawFor(data)
  sizeFor(data.pictures)
}

/** One page of the site with all that stands around it: the same tree on the server, in the browser and in the preview. */
export function Site({ data }: { data: PageData }) {
  prepare(data)
  const reach = reachOf(data.footer_content, data.reach)
  const { above, below } = parts(data)
  return (
    <Toasts first={firstToasts(data)}>
      <a className="skip btn btn-ink" href="#main">
        {word("skip_link")}
      </a>
      <Header site={data.site} links={data.navigation_links} path={data.path} reach={reach} />
      <main id="main" tabIndex={-1}>
        {above}
        <link key="css" rel="stylesheet" href={data.css} />
        {data.site.theme && <link key="themed" rel="stylesheet" href={data.themed_css} />}
        {below}
      </main>
      <Footer
        art={Boolean(data.site.art)}
        about={data.footer_content.company_description}
        reach={reach}
        links={data.footer_links}
        year={data.year}
        apiKey={data.key}
        offersJobs={/^\/careers(\/|$)/.test(data.path)}
      />
      <Widgets />
    </Toasts>
  )
}

function parts(page: PageData): Parts {
  switch (page.page) {
    case "home":
      return home(page)
    case "about":
      return about(page)
    case "careers":
      return careers(page, page.failed.includes("job_listings"))
    case "job":
      return job(page)
    case "closed":
      return closed(page)
    case "apply":
      return apply(page, page.key)
    case "contact":
      return contact(page, page.key)
    case "own":
      return own(page)
    case "letters":
      return letters(page)
    case "letter":
      return letter(page)
    case "result":
      return result(page)
    case "not-found":
      return notFound()
  }
}

function firstToasts(data: PageData): Toast[] {
  if (data.page !== "careers" || !data.failed.includes("job_listings")) return []
  return [{ title: word("error_title"), text: word("jobs_failed"), failed: true }]
}

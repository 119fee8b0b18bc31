import { useQuery } from "@tanstack/react-query"
import { queryOf } from "@/lib/document"
import { job, site, words } from "@/lib/documents.gen"
import {
  APPLIED,
  APPLY,
  CLOSED,
  CONFIRM,
  CONFIRMED,
  JOB,
  LETTERS,
  parseField,
  UNSUBSCRIBE,
  UNSUBSCRIBED,
} from "@/lib/preview"
import { PageHead } from "@/ui/page-head"
import { Loaded } from "../document/loaded"
import { ViewSite } from "../document/view-site"
import { useLayer } from "../preview/bench"
import { filledIn } from "../preview/placeholders"
import { Workbench } from "../preview/workbench"
import { PackChooser } from "./pack-chooser"
import { WordsEditor } from "./words-editor"
import { WORDS } from "./words-list"

const PAGES = [
  { path: "/", name: "Home" },
  { path: "/about", name: "About Us" },
  { path: "/careers", name: "Careers" },
  { path: JOB, name: "A job", site: "/careers" },
  { path: CLOSED, name: "A closed job", site: "/careers" },
  { path: APPLY, name: "Apply form", site: "/careers" },
  { path: APPLIED, name: "After applying", site: "/careers" },
  { path: "/contact", name: "Contact" },
  { path: LETTERS, name: "Letters", site: "/" },
  { path: CONFIRM, name: "Confirm page", site: "/" },
  { path: CONFIRMED, name: "Confirmed", site: "/" },
  { path: UNSUBSCRIBE, name: "Unsubscribe page", site: "/" },
  { path: UNSUBSCRIBED, name: "Unsubscribed", site: "/" },
  { path: "/404", name: "Page not found" },
]

/** Where the sentences of a part of the site stand; the others are on every page, or on none. */
const SHOWN_ON: [RegExp, string][] = [
  [/^Home/, "/"],
  [/^(About|Team)/, "/about"],
  [/^Careers/, "/careers"],
  [/^Job page, closed/, CLOSED],
  [/^Job/, JOB],
  [/^Apply/, APPLY],
  [/^After applying/, APPLIED],
  [/^Letters/, LETTERS],
  [/^Confirm page, (done|link)/, CONFIRMED],
  [/^Confirm/, CONFIRM],
  [/^Unsubscribe page, done/, UNSUBSCRIBED],
  [/^Unsubscribe/, UNSUBSCRIBE],
  [/^Contact/, "/contact"],
  [/^404/, "/404"],
]

function pageOf(field: string): string | undefined {
  const place = WORDS.find(({ key }) => key === parseField(field).path)?.place ?? ""
  return SHOWN_ON.find(([pattern]) => pattern.test(place))?.[1]
}

// All that a job can have, so that all sentences of its page are there.
const SAMPLE = { content: { job: { ...filledIn(job.empty), id: "new" } } }

function SampleJob() {
  useLayer(SAMPLE)
  return null
}

const FAILED = "The words could not be loaded."

export default function WordsPage() {
  const identity = useQuery(queryOf(site))
  const written = useQuery(queryOf(words))
  return (
    <Workbench path="/" name="Home" pages={PAGES} pageOf={pageOf}>
      <PageHead
        title="Words"
        text="Every sentence that the site says by itself, in your own words."
      >
        <ViewSite path="/" />
      </PageHead>
      <SampleJob />
      <Loaded query={identity} failed={{ text: FAILED }}>
        {(studio) => (
          <Loaded query={written} failed={{ text: FAILED }}>
            {(doc) => (
              <>
                <PackChooser site={studio} words={doc} />
                <WordsEditor site={studio} doc={doc} />
              </>
            )}
          </Loaded>
        )}
      </Loaded>
    </Workbench>
  )
}

import { useQuery } from "@tanstack/react-query"
import { Banknote, Briefcase, Calendar, Clock } from "lucide-react"
import { type UseFormReturn, useWatch } from "react-hook-form"
import { queryOf } from "@/lib/document"
import { type Job, type JobValues, pageHead, type Site, site } from "@/lib/documents.gen"
import { shortDate } from "@/lib/format"
import { salaryIn } from "@/lib/salary"
import { plainText, shortened } from "@/lib/text"
import { Card } from "@/ui/card"
import { SearchResult, SharedLink } from "@/ui/head-preview"
import { useVoice } from "../document/voice"
import type { Face } from "../preview/pane"

type Props = { form: UseFormReturn<JobValues>; job: Job | null; studio?: string }

/** A job as it is found, and as a link to it looks. */
export const jobFaces = (props: Props): Face[] => [
  {
    value: "search",
    label: "Search result",
    name: "As a search result",
    shown: <OfSite {...props} shows={Found} />,
  },
  {
    value: "link",
    label: "Shared link",
    name: "As a shared link",
    shown: <OfSite {...props} shows={Linked} />,
  },
]

type OfSiteProps = Props & { shows: typeof Found }

function OfSite({ shows: Shown, ...props }: OfSiteProps) {
  const { data } = useQuery(queryOf(site))
  return data ? <Shown {...props} site={data} /> : null
}

type FaceProps = Props & { site: Site }

/** What the page of a job tells machines, as web/src/site/head.ts says. */
function useHead({ form, job, site }: FaceProps) {
  const typed = useWatch({ control: form.control }) as JobValues
  const say = useVoice(site)
  const { data: heads } = useQuery(queryOf(pageHead))
  const path = job ? `/careers/${job.slug}` : "/careers"
  const own = job ? heads?.find((one) => one.path === path) : undefined
  const title = typed.title.trim() || "Untitled role"
  return {
    typed,
    say,
    path,
    own,
    title: own?.title || say("head_job", { job: title }),
    description: own?.description || shortened(plainText(typed.about ?? "")) || say("careers_lead"),
  }
}

function Found(props: FaceProps) {
  const { job, site, studio } = props
  const { typed, say, own, ...head } = useHead(props)
  if (own?.noindex) return <p>Search engines are told to leave this page out.</p>
  const pay = salaryIn({ say, language: site.language }, typed)
  const facts = [
    { icon: <Calendar />, text: `Posted ${shortDate(job?.created_at ?? Date.now())}` },
    {
      icon: <Briefcase />,
      text: typed.employment_type && say(`jobs_${typed.employment_type}`),
    },
    { icon: <Banknote />, text: pay },
    {
      icon: <Clock />,
      text: typed.closes_on && `Until ${shortDate(`${typed.closes_on}T12:00:00`)}`,
    },
  ]
  return (
    <>
      <SearchResult site={site.name} {...head} />
      <Card className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3.5 gap-y-3 p-5">
        <img src="/favicon.svg" alt="" className="size-12 rounded-control border border-line p-2" />
        <div className="min-w-0 wrap-anywhere">
          <p className="text-[17px]">{typed.title.trim() || "Untitled role"}</p>
          <p className="text-label text-ink-2">
            {[site.name, typed.location?.trim() || studio].filter(Boolean).join(", ")}
          </p>
        </div>
        <ul className="col-span-2 flex flex-wrap gap-x-4.5 gap-y-1.5 text-label text-ink-2 [&_svg]:size-3.5">
          {facts
            .filter(({ text }) => text)
            .map(({ icon, text }) => (
              <li key={text} className="inline-flex items-center gap-1.5">
                {icon} {text}
              </li>
            ))}
        </ul>
      </Card>
      <p className="max-w-[56ch] text-label text-ink-3">
        Every engine draws it in its own way and decides alone whether to. What they read is in the
        page itself, so it changes when you save.
      </p>
    </>
  )
}

/** The sharing card of a job is drawn by the server, from what is saved. */
const SITE_CARD = "/og.png"
const cardOf = (path: string, version: number | undefined) => ({
  queryKey: ["card", path, version],
  queryFn: async () => {
    const page = await (await fetch(path)).text()
    const [, address] = /<meta property="og:image" content="([^"]+)"/.exec(page) ?? []
    if (!address) return SITE_CARD
    const { pathname } = new URL(address)
    // Of our own, whatever the site is called here.
    return pathname.startsWith("/cards/") ? pathname : address
  },
})

function Linked(props: FaceProps) {
  const { job } = props
  const { typed, own, path, title, description } = useHead(props)
  const { data: card = SITE_CARD } = useQuery(cardOf(path, job?.version))
  const isAhead = typed.title !== job?.title || typed.location !== job?.location
  return (
    <>
      <SharedLink title={title} description={description} image={own?.image_url || card} />
      <p className="max-w-[56ch] text-label text-ink-3">
        {isAhead && !own?.image_url
          ? "The picture is drawn anew when you save."
          : "Others keep a picture for days, so that a change may show late."}
      </p>
    </>
  )
}

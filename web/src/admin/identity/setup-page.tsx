import { useQueries, useQuery } from "@tanstack/react-query"
import { queryOf } from "@/lib/document"
import { about, contact, footer, hero, process, type Site, site } from "@/lib/documents.gen"
import { Loaded } from "../document/loaded"
import { FIRST } from "./fresh"
import type { Seeds } from "./seeds"
import { Setup } from "./setup"

const FAILED = "Failed to load the site. Please refresh the page."

/** The first run: four steps from an empty name to a site of one's own. */
export default function SetupPage() {
  return (
    <Loaded query={useQuery(queryOf(site))} failed={{ text: FAILED }}>
      {(doc) => <Prepared doc={doc} />}
    </Loaded>
  )
}

const DOCUMENTS = { hero, process, about, contact, footer }

// What someone wrote is neither shown otherwise nor replaced.
function Prepared({ doc }: { doc: Site }) {
  const found = useQueries({
    queries: Object.values(DOCUMENTS).map((declared) => queryOf<{ version: number }>(declared)),
  })
  const fresh = (Object.keys(DOCUMENTS) as (keyof Seeds)[]).filter(
    (_, at) => found[at]?.data?.version === FIRST,
  )
  return <Setup doc={doc} fresh={fresh} />
}

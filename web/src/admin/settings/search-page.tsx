import { useQuery } from "@tanstack/react-query"
import { queryOf } from "@/lib/document"
import { pageHead, type Site, site } from "@/lib/documents.gen"
import { ErrorState } from "@/ui/error-state"
import { PageHead } from "@/ui/page-head"
import { Spinner } from "@/ui/spinner"
import { Loaded } from "../document/loaded"
import { useEntries } from "./entries"
import { SearchEditor } from "./search-editor"

const FAILED = "The search appearance could not be loaded."

export default function SearchPage() {
  return (
    <>
      <PageHead
        title="Search appearance"
        text="How pages look in search results and when someone shares them."
      />
      <Loaded query={useQuery(queryOf(site))} failed={{ text: FAILED }}>
        {(studio) => <Heads site={studio} />}
      </Loaded>
    </>
  )
}

function Heads({ site: studio }: { site: Site }) {
  const query = useQuery(queryOf(pageHead))
  const { entries, isFailed, retry } = useEntries(studio)
  if (isFailed) return <ErrorState title="Error" text={FAILED} onRetry={retry} />
  if (!entries) return <Spinner label="Loading..." />
  return (
    <Loaded query={query} failed={{ text: FAILED }}>
      {(doc) => (
        // Made anew when pages come or go; what was typed comes back as unsaved text.
        <SearchEditor
          key={entries.map(({ path }) => path).join()}
          site={studio}
          entries={entries}
          doc={doc}
        />
      )}
    </Loaded>
  )
}

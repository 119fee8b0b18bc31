import { useQuery } from "@tanstack/react-query"
import { queryOf } from "@/lib/document"
import { site, words } from "@/lib/documents.gen"
import { PageHead } from "@/ui/page-head"
import { Loaded } from "../document/loaded"
import { ViewSite } from "../document/view-site"
import { PackChooser } from "./pack-chooser"
import { WordsEditor } from "./words-editor"

const FAILED = "The words could not be loaded."

export default function WordsPage() {
  const identity = useQuery(queryOf(site))
  const written = useQuery(queryOf(words))
  return (
    <>
      <PageHead
        title="Words"
        text="Every sentence that the site says by itself, in your own words."
      >
        <ViewSite path="/" />
      </PageHead>
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
    </>
  )
}

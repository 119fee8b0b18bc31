import { SearchResult, SharedLink } from "@/ui/head-preview"

/** The sharing card that the server draws. */
const CARD = "/og.png"

type Props = {
  site: string
  path: string
  title: string
  description: string
  image: string
  isHidden: boolean
}

/** A page as a search engine lists it, and as others show a link to it. */
export function HeadPreview({ image, isHidden, ...head }: Props) {
  return (
    <section aria-label="Preview" className="preview grid gap-5">
      <div>
        <h2 className="mb-2 text-label text-ink-3">In search results</h2>
        {isHidden ? (
          <p className="card p-5 text-ink-2">Search engines are told to leave this page out.</p>
        ) : (
          <SearchResult {...head} />
        )}
      </div>
      <div>
        <h2 className="mb-2 text-label text-ink-3">When shared</h2>
        <SharedLink {...head} image={image || CARD} />
      </div>
    </section>
  )
}

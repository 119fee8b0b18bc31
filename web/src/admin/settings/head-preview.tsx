import { Picture } from "@/ui/picture"
import { shortened } from "./entries"

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
export function HeadPreview({ site, path, title, description, image, isHidden }: Props) {
  return (
    <section aria-label="Preview" className="preview grid gap-5">
      <div>
        <h2 className="mb-2 text-label text-ink-3">In search results</h2>
        {isHidden ? (
          <p className="card p-5 text-ink-2">Search engines are told to leave this page out.</p>
        ) : (
          <div className="serp">
            <div className="serp-site">
              <i>
                <img src="/favicon.svg" alt="" />
              </i>
              <span className="min-w-0">
                <b>{site}</b>
                {location.host + (path === "/" ? "" : path.replaceAll("/", " › "))}
              </span>
            </div>
            <p className="serp-title">{shortened(title, 60)}</p>
            <p>{shortened(description, 155)}</p>
          </div>
        )}
      </div>
      <div>
        <h2 className="mb-2 text-label text-ink-3">When shared</h2>
        <div className="shared">
          <div className="shared-card">
            <Picture
              src={image || CARD}
              className=""
              fallback={<p className="p-5 text-center">This picture could not be loaded.</p>}
            />
          </div>
          <div className="shared-text">
            {location.host}
            <b>{title}</b>
            {shortened(description, 100)}
          </div>
        </div>
      </div>
    </section>
  )
}

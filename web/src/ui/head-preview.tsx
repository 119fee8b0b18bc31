import { shortened } from "@/lib/text"
import { Picture } from "./picture"

type Head = { path: string; title: string; description: string }

/** A page as a search engine lists it. */
export function SearchResult({ site, path, title, description }: Head & { site: string }) {
  return (
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
  )
}

/** A page as others show a link to it. */
export function SharedLink({ title, description, image }: Omit<Head, "path"> & { image: string }) {
  return (
    <div className="shared">
      <div className="shared-card">
        <Picture
          src={image}
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
  )
}

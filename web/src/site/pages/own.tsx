import type { OwnPage } from "../data"
import { Rich } from "../sections/rich"
import type { Parts } from "./page-parts"

/** A page that the studio wrote: imprint, privacy, press. */
export const own = ({ own_page: { title, body } }: OwnPage): Parts => ({
  above: (
    <div className="page wrap own">
      <h1 className="d">{title}</h1>
      <Rich html={body} className="prose" />
    </div>
  ),
  below: null,
})

import { ArrowRight } from "lucide-react"
import { Drawing } from "@/ui/art/drawing"
import { emptyCase } from "@/ui/art/objects"
import { copy } from "../copy"
import type { Parts } from "./parts"

export const notFound = (): Parts => ({
  above: null,
  below: (
    <div className="nf wrap">
      <div>
        <h1 className="d">{copy.not_found_title}</h1>
        <p>{copy.not_found_text}</p>
        <div className="links">
          <a className="btn btn-ink" href="/">
            Back to home <ArrowRight className="ic" strokeWidth={1.75} />
          </a>
          <a className="tlink" href="/admin/login">
            Admin login
          </a>
          <a className="tlink" href="/admin">
            Admin dashboard
          </a>
        </div>
      </div>
      <div className="nf-art" aria-hidden="true">
        <Drawing scene={emptyCase} fit="xMidYMax meet" />
        <div className="card404">
          <b>404, untitled</b>Removed from display. Address unknown.
        </div>
        <div className="shelf" />
      </div>
    </div>
  ),
})

import { ArrowRight } from "lucide-react"
import { emptyCase } from "@/identity/families/empty-case"
import { Drawing } from "@/ui/art/drawing"
import { art } from "../art"
import { word } from "../words"
import type { Parts } from "./page-parts"

export const notFound = (): Parts => ({
  above: null,
  below: (
    <div className="nf wrap">
      <div>
        <h1 className="d">{word("not_found_title")}</h1>
        <p>{word("not_found_text")}</p>
        <div className="links">
          <a className="btn btn-ink" href="/">
            {word("not_found_home")} <ArrowRight className="ic" strokeWidth={1.75} />
          </a>
          <a className="tlink" href="/admin/login">
            {word("not_found_sign_in")}
          </a>
          <a className="tlink" href="/admin">
            {word("not_found_admin")}
          </a>
        </div>
      </div>
      <div className="nf-art" aria-hidden="true">
        <Drawing scene={() => emptyCase(art())} fit="xMidYMax meet" />
        <div className="card404">
          <b>{word("not_found_card_title")}</b>
          {word("not_found_card_text")}
        </div>
        <div className="shelf" />
      </div>
    </div>
  ),
})

import { ArrowRight } from "lucide-react"
import { Drawing } from "@/ui/art/drawing"
import { plinth } from "@/ui/art/objects"
import { word } from "../words"

const reserved = () => plinth(true, word("empty_label"))

export function Join() {
  return (
    <section className="sec wrap" aria-labelledby="join-title">
      <div className="join">
        <div className="join-t">
          <h2 className="d" id="join-title">
            {word("join_title")}
          </h2>
          <p>{word("join_text")}</p>
          <a className="btn btn-night" href="/careers">
            {word("join_cta")} <ArrowRight className="ic" strokeWidth={1.75} />
          </a>
        </div>
        <Drawing scene={reserved} fit="xMidYMax meet" className="art" />
      </div>
      <div className="shelf" />
    </section>
  )
}

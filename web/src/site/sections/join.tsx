import { ArrowRight } from "lucide-react"
import { Drawing } from "@/ui/art/drawing"
import { art } from "../art"
import { word } from "../words"

const reserved = () => art().empty({ night: true, label: word("empty_label") })

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

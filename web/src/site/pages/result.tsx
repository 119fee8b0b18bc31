import { ArrowRight } from "lucide-react"
import type { ResultPage } from "../data"
import { Sent } from "../sections/contact-sent"
import { Stopped } from "../sections/headline"
import { word } from "../words"
import type { Parts } from "./parts"

/** Where a form that was sent without JavaScript ends. */
export const result = (data: ResultPage): Parts => ({
  above: (
    <div className="page wrap">
      <h1 className="d">
        <Stopped
          text={data.form === "contact" ? word("contact_title") : word("newsletter_title")}
        />
      </h1>
    </div>
  ),
  below: (
    <div className="wrap result">
      {data.form === "contact" && data.ok ? (
        <Sent message={data.message} />
      ) : (
        <p className="lead" role={data.ok ? "status" : "alert"}>
          {data.message}
        </p>
      )}
      <div className="links">
        <a className="btn btn-ink" href="/">
          {word("not_found_home")} <ArrowRight className="ic" strokeWidth={1.75} />
        </a>
        {data.form === "contact" && (
          <a className="tlink" href="/contact">
            {word("contact_again")}
          </a>
        )}
      </div>
    </div>
  ),
})

import { ArrowRight } from "lucide-react"
import type { ReactNode } from "react"
import type { ResultPage } from "../data"
import { Sent } from "../sections/contact-sent"
import { Stopped } from "../sections/headline"
import { word } from "../words"
import { consent, isConsent } from "./consent"
import type { Parts } from "./page-parts"

/** Where a form that was sent without JavaScript ends, and where the links in mails lead. */
export const result = (data: ResultPage): Parts => {
  if (isConsent(data)) return consent(data)
  const { title, text, links } = said(data)
  return {
    above: (
      <div className="page wrap">
        <h1 className="d">
          <Stopped text={title} />
        </h1>
      </div>
    ),
    below: (
      <div className="wrap result">
        {text}
        <div className="links">{links}</div>
      </div>
    ),
  }
}

type Said = { title: string; text: ReactNode; links: ReactNode }

function said(data: ResultPage): Said {
  if (data.form === "contact")
    return {
      title: word("contact_title"),
      text: data.ok ? <Sent message={data.message} /> : <Alert>{data.message}</Alert>,
      links: (
        <>
          <Home />
          <a className="tlink" href="/contact">
            {word("contact_again")}
          </a>
        </>
      ),
    }
  return {
    title: word("newsletter_title"),
    text: data.ok ? <Lead>{data.message}</Lead> : <Alert>{data.message}</Alert>,
    links: <Home />,
  }
}

const Lead = ({ children }: { children: ReactNode }) => (
  <p className="lead" role="status">
    {children}
  </p>
)

const Alert = ({ children }: { children: ReactNode }) => (
  <p className="lead" role="alert">
    {children}
  </p>
)

const Home = () => (
  <a className="btn btn-ink" href="/">
    {word("not_found_home")} <ArrowRight className="ic" strokeWidth={1.75} />
  </a>
)

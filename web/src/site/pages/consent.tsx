import { ArrowRight } from "lucide-react"
import type { ReactNode } from "react"
import { emptyCase } from "@/identity/families/empty-case"
import { Drawing } from "@/ui/art/drawing"
import { art } from "../art"
import type { ResultPage } from "../data"
import { Stopped } from "../sections/headline"
import { word } from "../words"
import type { Parts } from "./page-parts"

type ConsentPage = ResultPage & { form: keyof typeof SAID }

type Said = {
  title: string
  text: ReactNode
  links: ReactNode
  /** What is on display: the shelves, or the case that stands empty. */
  art: "shelves" | "empty"
  card?: { title: string; text?: string }
}

const letters = () => ({ title: word("newsletter_title"), text: word("newsletter_text") })

const SAID = {
  confirm: ({ message: email }: ResultPage): Said => ({
    title: word("confirm_title"),
    text: word("confirm_text", { email }),
    links: (
      <>
        <Press>{word("confirm_button")}</Press>
        <p className="fine">{word("confirm_hint")}</p>
      </>
    ),
    art: "shelves",
    card: letters(),
  }),
  confirmed: ({ message: email, last_letter }: ResultPage): Said => ({
    title: word("confirmed_title"),
    text: word("confirmed_text", { email }),
    links: (
      <>
        <Home />
        {last_letter && (
          <a className="tlink" href={last_letter}>
            {word("confirmed_last")}
          </a>
        )}
      </>
    ),
    art: "shelves",
    card: letters(),
  }),
  unsubscribe: ({ message: email }: ResultPage): Said => ({
    title: word("unsubscribe_title"),
    text: word("unsubscribe_text", { email }),
    links: (
      <>
        <Press>{word("unsubscribe_button", { email })}</Press>
        <a className="tlink" href="/">
          {word("unsubscribe_stay")}
        </a>
      </>
    ),
    art: "empty",
    card: { title: word("unsubscribe_card") },
  }),
  unsubscribed: ({ message: email }: ResultPage): Said => ({
    title: word("unsubscribed_title"),
    text: word("unsubscribed_text", { email }),
    links: (
      <>
        <Press value="back" look="btn btn-line">
          {word("unsubscribe_back")}
        </Press>
        <Press value="erase" look="tlink">
          {word("unsubscribe_erase")}
        </Press>
      </>
    ),
    art: "empty",
    card: { title: word("unsubscribed_card") },
  }),
  erased: (): Said => ({
    title: word("unsubscribed_title"),
    text: word("unsubscribe_erased"),
    links: <Home />,
    art: "empty",
    card: { title: word("unsubscribed_card") },
  }),
  link: ({ message }: ResultPage): Said => ({
    title: word("newsletter_title"),
    text: message,
    links: <Home />,
    art: "empty",
  }),
}

export const isConsent = (data: ResultPage): data is ConsentPage => data.form in SAID

/** Where the links in mails lead. A page with one button: programs that open every link press none. */
export const consent = (data: ConsentPage): Parts => {
  const { title, text, links, art: shown, card } = SAID[data.form](data)
  return {
    above: null,
    below: (
      <div className="nf nf-ask wrap">
        <div>
          <h1 className="d">
            <Stopped text={title} />
          </h1>
          <p role={data.ok ? "status" : "alert"}>{text}</p>
          <div className="links">{links}</div>
        </div>
        <div className="nf-art" aria-hidden="true">
          {shown === "shelves" ? (
            <Drawing scene={() => art().scene("shelves")} fit="xMidYMax meet" />
          ) : (
            <Drawing scene={() => emptyCase(art())} fit="xMidYMax meet" />
          )}
          {card && (
            <div className="card404">
              <b>{card.title}</b>
              {card.text}
            </div>
          )}
          <div className="shelf" />
        </div>
      </div>
    ),
  }
}

type PressProps = { value?: string; look?: string; children: ReactNode }

/** One button, sent to the address of the page itself, which has the link's secret. */
const Press = ({ value = "yes", look = "btn btn-ink", children }: PressProps) => (
  <form method="post">
    <button type="submit" className={look} name="do" value={value}>
      {children}
    </button>
  </form>
)

const Home = () => (
  <a className="btn btn-ink" href="/">
    {word("not_found_home")} <ArrowRight className="ic" strokeWidth={1.75} />
  </a>
)

import { useCallback, useState } from "react"
import type { ContactPage, ReturnedForm, Shared } from "../data"
import { ContactDetails } from "../sections/contact-details"
import { ContactForm } from "../sections/contact-form"
import { SentForNow, SpareDrawing } from "../sections/contact-sent"
import { Stopped } from "../sections/headline"
import { word } from "../words"
import type { Parts } from "./page-parts"

export const contact = (data: Shared & ContactPage, apiKey: string): Parts => ({
  above: (
    <div className="page wrap ct-head">
      <h1 className="d">
        <Stopped text={word("contact_title")} />
      </h1>
      {data.contact_info.description && <p className="lead">{data.contact_info.description}</p>}
    </div>
  ),
  below: (
    <>
      <div className="wrap ct">
        <Message apiKey={apiKey} returned={data.form} />
        <ContactDetails info={data.contact_info} />
      </div>
      {data.site.art && <SpareDrawing />}
    </>
  ),
})

function Message({ apiKey, returned }: { apiKey: string; returned?: ReturnedForm }) {
  const [sent, setSent] = useState("")
  const [round, setRound] = useState(0)
  const again = useCallback(() => {
    setSent("")
    setRound((n) => n + 1)
  }, [])
  if (sent) return <SentForNow message={sent} onOver={again} />
  // What came back belongs to the first round; the form returns empty after that.
  return (
    <ContactForm
      key={round}
      apiKey={apiKey}
      returned={round === 0 ? returned : undefined}
      onSent={setSent}
    />
  )
}

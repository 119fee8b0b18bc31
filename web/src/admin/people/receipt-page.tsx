import { Check, Copy, Download } from "lucide-react"
import { type ReactNode, useState } from "react"
import { copy } from "@/lib/clipboard"
import { download } from "@/lib/download"
import { counted, fileDay, fullMoment } from "@/lib/format"
import { Button } from "@/ui/button"
import { Card } from "@/ui/card"
import { PageHead } from "@/ui/page-head"
import { useUser } from "../session/session"
import type { Receipt } from "./api"
import { PlaceList } from "./places"
import { AGAIN, asText, CODE, goneOf, laterOf } from "./words"

type Props = { email: string; at: number; receipt: Receipt; onClose: () => void }

/** What was erased and what was not. It is nowhere else: leaving the page is the end of it. */
export function ReceiptPage({ email, at, receipt, onClose }: Props) {
  const user = useUser()
  const [isCopied, setCopied] = useState(false)
  const text = asText(email, at, receipt)
  const gone = goneOf(receipt)
  const { stays } = receipt
  return (
    <>
      <PageHead title="Erased" text={`${email}, ${fullMoment(at)}, by ${user.email}.`}>
        <Button onClick={onClose}>All people</Button>
        <Button
          look="primary"
          onClick={() =>
            download(
              new Blob([text], { type: "text/plain" }),
              `receipt-${fileDay(new Date(at))}.txt`,
            )
          }
        >
          <Download aria-hidden="true" /> Download receipt
        </Button>
      </PageHead>
      <div className="person-page">
        <div className="grid gap-4">
          <Part title="Gone now" lines={gone.length > 0 ? gone : [["Nothing", "was stored."]]} />
          <Part title="Gone later" lines={laterOf(receipt)}>
            <p className="mt-3 text-label text-ink-2">{AGAIN}</p>
          </Part>
          <Part
            title="Stays"
            lines={[
              ...(stays.length > 0
                ? ([
                    [counted(stays.length, "mention"), <PlaceList key="places" of={stays} />],
                  ] as const)
                : []),
              ["A code", CODE],
            ]}
          />
        </div>
        <div className="grid gap-4">
          <section className="card grid gap-2.5 p-5 [&_p]:text-label [&_p]:text-ink-2">
            <h2 className="display text-[17px]">Tell them</h2>
            <p>The receipt as a text to pass on. It names no other person.</p>
            <Button onClick={async () => setCopied(await copy(text))}>
              {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
              {isCopied ? "Copied" : "Copy as text"}
            </Button>
          </section>
          <section className="card grid gap-2.5 p-5 [&_p]:text-label [&_p]:text-ink-2">
            <h2 className="display text-[17px]">In Activity</h2>
            <p>That a person was erased, and by whom. The address is not there.</p>
          </section>
        </div>
      </div>
    </>
  )
}

type PartProps = {
  title: string
  lines: readonly (readonly [string, ReactNode])[]
  children?: ReactNode
}

const Part = ({ title, lines, children }: PartProps) => (
  <Card aria-label={title} className="p-6">
    <h2 className="display text-[18px]">{title}</h2>
    <dl className="receipt">
      {lines.map(([what, text]) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
    {children}
  </Card>
)

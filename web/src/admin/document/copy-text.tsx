import { Check, Copy } from "lucide-react"
import { useState } from "react"
import { copy } from "@/lib/clipboard"
import { Button } from "@/ui/button"
import { asHtml, asText } from "./as-text"

type Props = { values: unknown; labels: (path: string) => string | undefined }

/** Takes what a form holds along, with its formatting where that can be pasted. */
export function CopyText({ values, labels }: Props) {
  const [isCopied, setCopied] = useState(false)
  return (
    <Button
      size="sm"
      onClick={async () => setCopied(await copy(asText(values, labels), asHtml(values, labels)))}
    >
      {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      {isCopied ? "Copied" : "Copy my text"}
    </Button>
  )
}

import DOMPurify from "dompurify"
import { useMemo } from "react"

const TAGS = "p br b strong i em u s ul ol li blockquote code pre h2 h3 h4 hr a".split(" ")

/** Rich text as visitors will see it, cleaned once more before it is shown. */
export function RichView({ html }: { html: string }) {
  const clean = useMemo(() => cleaned(html), [html])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by DOMPurify
  return <div className="prose" dangerouslySetInnerHTML={{ __html: clean }} />
}

function cleaned(html: string): string {
  const body = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ["href"],
    RETURN_DOM: true,
  }) as HTMLElement
  // Following a link must not take away the form that it is seen in.
  for (const link of body.querySelectorAll("a")) {
    link.target = "_blank"
    link.rel = "noopener"
  }
  return body.innerHTML
}

import DOMPurify from "dompurify"
import { useMemo } from "react"

const TAGS = "p br b strong i em u s ul ol li blockquote code pre h2 h3 h4 hr a".split(" ")

/** Rich text as visitors will see it, cleaned once more before it is shown. */
export function RichView({ html }: { html: string }) {
  const clean = useMemo(
    () => DOMPurify.sanitize(html, { ALLOWED_TAGS: TAGS, ALLOWED_ATTR: ["href"] }),
    [html],
  )
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by DOMPurify right above
  return <div className="prose" dangerouslySetInnerHTML={{ __html: clean }} />
}

/** Rich text as it is stored: the server sanitises it when it is written and again when the page is made. */
export function Rich({ html, className = "rt" }: { html: string; className?: string }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server, see above
    <div className={className} dangerouslySetInnerHTML={{ __html: html }} />
  )
}

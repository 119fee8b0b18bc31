/** Rich text as it is stored: the server sanitises it when it is written and again when the page is made. */
export function Rich({ html, className }: { html: string; className?: string }) {
  const classes = className ? `rt ${className}` : "rt"
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server, see above
    <div className={classes} dangerouslySetInnerHTML={{ __html: html }} />
  )
}

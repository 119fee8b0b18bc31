/** What the server writes into the admin page: the nonce of this answer and the publishable key. */
export const nonce = written(
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce,
)

export const anonKey =
  written(document.querySelector<HTMLMetaElement>('meta[name="vitrine-key"]')?.content) ??
  "sb_publishable_vitrine"

// The development server leaves the placeholders as they are.
function written(value: string | undefined): string | undefined {
  return value && !value.startsWith("__") ? value : undefined
}

/** Whose site it is; the server writes it into the page. */
export const studio: { name: string; mark?: string } = JSON.parse(
  document.getElementById("studio")?.textContent || '{"name":"Vitrine"}',
)

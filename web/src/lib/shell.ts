/** What the server writes into the admin page: the nonce of this answer and the publishable key. */
export const nonce = written(meta('meta[property="csp-nonce"]')?.nonce)

export const anonKey =
  written(meta('meta[name="vitrine-key"]')?.content) ?? "sb_publishable_vitrine"

// Tests of what needs no page have none.
function meta(selector: string): HTMLMetaElement | null {
  return typeof document === "undefined" ? null : document.querySelector(selector)
}

// The development server leaves the placeholders as they are.
function written(value: string | undefined): string | undefined {
  return value && !value.startsWith("__") ? value : undefined
}

type Studio = {
  name: string
  mark?: string
  login_title?: string
  login_text?: string
  /** How long what was deleted waits; 0 is for ever. */
  trash_days?: number
  activity_days?: number
  /** How long an application is kept whose job stays open. */
  application_days?: number
}

/** Whose site it is; the server writes it into the page. */
export const studio: Studio = JSON.parse(
  written(meta('meta[name="vitrine-studio"]')?.content) ?? '{"name":"Vitrine"}',
)

/** A mail link. Whatever a visitor typed becomes one recipient, one subject and one text, never a header of its own. */
export function mailto(address: string, subject?: string, body?: string): string {
  const to = encodeURIComponent(address).replaceAll("%40", "@")
  const given = [
    subject !== undefined && `subject=${encodeURIComponent(subject)}`,
    // Lines of a mail end in both.
    body !== undefined && `body=${encodeURIComponent(body.replace(/\r?\n/g, "\r\n"))}`,
  ].filter(Boolean)
  return `mailto:${to}${given.length > 0 ? `?${given.join("&")}` : ""}`
}

/** The subject of an answer, with one "Re: " however often it went back and forth. */
export const reply = (subject: string) =>
  /^re:\s/i.test(subject) ? `Re: ${subject.replace(/^re:\s*/i, "")}` : `Re: ${subject}`

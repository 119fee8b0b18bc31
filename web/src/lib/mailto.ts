/** A mail link. Whatever a visitor typed becomes one recipient and one subject, never a header of its own. */
export function mailto(address: string, subject?: string): string {
  const to = encodeURIComponent(address).replaceAll("%40", "@")
  return subject === undefined
    ? `mailto:${to}`
    : `mailto:${to}?subject=${encodeURIComponent(subject)}`
}

/** The subject of an answer, with one "Re: " however often it went back and forth. */
export const reply = (subject: string) =>
  /^re:\s/i.test(subject) ? `Re: ${subject.replace(/^re:\s*/i, "")}` : `Re: ${subject}`

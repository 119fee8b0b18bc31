/**
 * The rules of internal/schema that a pattern alone cannot say, for visitors' forms and editors' alike. Both
 * sides are tested with internal/schema/testdata/rules.json.
 */

const emailShape = /^[^\s@?&,;"<>-][^\s@?&,;"<>]*@[^\s@?&,;"<>]+\.[^\s@?&,;"<>]+$/u

/** Controls, spaces and the separators that some programs read as a line end. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const breaks = /[\s\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]/u

export function isEmail(s: string): boolean {
  return new TextEncoder().encode(s).length <= 254 && emailShape.test(s) && !breaks.test(s)
}

/** What an address may not hold beside breaks: a browser reads a backslash as a slash, and the others end an attribute. */
const isUnsafe = (s: string) => breaks.test(s) || /[\\<>"]/.test(s)

/** Written out rather than left to `new URL`: Go and browsers disagree on which hosts and ports they take. */
const webShape = /^https?:\/\/([^/?#:@[\]]+|\[[^/?#@[\]]+\])(?::([0-9]{1,5}))?(?:[/?#]|$)/i
const hostShape = /^(?:[0-9A-Za-z_\u{a1}-\u{10ffff}-]+\.)*[0-9A-Za-z_\u{a1}-\u{10ffff}-]+\.?$/u
const numberShape = /(?:^|\.)(?:[0-9]+|0x[0-9a-f]*)\.?$/i
const byte = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
const ipv4Shape = new RegExp(`^(?:${byte}\\.){3}${byte}$`)

/** A web address with a host and without a user. */
export function isWeb(s: string): boolean {
  // A quote may stand in a web address: pages escape it.
  if (isUnsafe(s.replaceAll('"', ""))) return false
  const [, host, port] = webShape.exec(s) ?? []
  if (host === undefined || Number(port ?? 0) > 65535) return false
  if (host.startsWith("[")) return URL.canParse(`http://${host}/`)
  return numberShape.test(host) ? ipv4Shape.test(host) : hostShape.test(host)
}

/** A path of this site, with one slash at its beginning. */
export function isPath(s: string): boolean {
  return s.startsWith("/") && !s.startsWith("//") && !isUnsafe(s)
}

function isAddressLink(s: string): boolean {
  if (isUnsafe(s)) return false
  const [, scheme, rest = ""] = /^([a-z]+):(.*)$/i.exec(s) ?? []
  if (scheme?.toLowerCase() === "mailto") return isEmail(rest)
  return scheme?.toLowerCase() === "tel" && /^[0-9+\-.()]+$/.test(rest)
}

/** A web address, mailto, tel, or a path of this site. */
export function isLink(s: string): boolean {
  return isPath(s) || isWeb(s) || isAddressLink(s)
}

/** A web address or a path of this site. */
export function isImage(s: string): boolean {
  return isPath(s) || isWeb(s)
}

/** A file that was uploaded here. */
export const isStored = (s: string) => isPath(s) && s.startsWith("/storage/v1/object/public/")

/** One line of a text: breaks at its ends go, and those between words become a space. */
export function oneLine(s: string): string {
  return s
    .replace(/^[\n-\r\u0085\u2028\u2029]+|[\n-\r\u0085\u2028\u2029]+$/gu, "")
    .replace(/[\n-\r\u0085\u2028\u2029]+/gu, " ")
}

/** A path of this site gets the slash that it begins with; a first word with a dot may as well be a host. */
export function asPath(s: string): string {
  return /^(?:#|[0-9A-Za-z_~-]+(?:[/?#]|$))/.test(s) ? `/${s}` : s
}

/**
 * The rules of internal/schema that a pattern alone cannot say. Both sides are
 * tested with internal/schema/testdata/rules.json.
 */

const emailShape = /^[^\s@?&,;"<>-][^\s@?&,;"<>]*@[^\s@?&,;"<>]+\.[^\s@?&,;"<>]+$/u

/** Controls, spaces and the separators that some programs read as a line end. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const breaks = /[\s\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]/u

export function isEmail(s: string): boolean {
  return new TextEncoder().encode(s).length <= 254 && emailShape.test(s) && !breaks.test(s)
}

export function isWeb(s: string): boolean {
  if (breaks.test(s) || /[\\<>]/.test(s) || !/^https?:\/\//i.test(s)) return false
  try {
    const url = new URL(s)
    return url.hostname !== "" && url.username === "" && url.password === ""
  } catch {
    return false
  }
}

function isPath(s: string): boolean {
  return s.startsWith("/") && !s.startsWith("//") && !breaks.test(s) && !/[\\<>"]/.test(s)
}

function isAddressLink(s: string): boolean {
  if (breaks.test(s) || /[\\<>"]/.test(s)) return false
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

/** What internal/storage takes of a logo. */
export const MOST_BYTES = 5 << 20
/** And of a picture of the library. */
export const MOST_MEDIA_BYTES = 20 << 20
const UNKNOWN = "application/octet-stream"
const KINDS = "PNG, JPEG, GIF and WebP are allowed."

/** What the server said about an upload that it did not take; nothing when it could not be reached. */
export type Refusal = { code?: string; message?: string }

/** Why a file was not taken, and what would be. */
export function whyRefused(
  refusal: Refusal | undefined,
  file: Pick<File, "size" | "type">,
  most = MOST_BYTES,
): string {
  if (!refusal)
    return navigator.onLine
      ? "The server could not be reached. Please try again."
      : "You are offline. Try again when the connection is back."
  const { code, message = "" } = refusal
  switch (code) {
    case "EntityTooLarge":
      // About pixels, frames and memory the server's own words say the limit.
      return file.size > most ? tooLarge(file.size, most) : `${message}.`
    case "InvalidMimeType": {
      const [, seen] = /^mime type (\S+) is not supported$/.exec(message) ?? []
      // The browser knows the name of a kind that the server does not look for.
      const found = seen === UNKNOWN ? file.type || seen : seen
      if (file.size === 0) return "The file is empty."
      return found
        ? `The file is of the type ${found}. ${KINDS}`
        : `The file is damaged, or holds more than a picture. Save it anew. ${KINDS}`
    }
    case "KeyAlreadyExists":
      return "A file of this name is there already. Please try again, or rename it."
    case "AccessDenied":
    case "InvalidJWT":
    case "insufficient_aal":
      return "You may not upload files. Sign in again, or ask an administrator."
    case "InvalidKey":
      return "The file has a name that cannot be used here. Rename it and try again."
  }
  return message || "The server could not store it. Please try again later."
}

export const tooLarge = (size: number, most = MOST_BYTES) =>
  `The file has ${megabytes(size)} MB; at most ${megabytes(most)} MB are allowed.`

// Rounded up, so that what is a little too large does not read as allowed.
const megabytes = (size: number) => Math.ceil((size / (1 << 20)) * 10) / 10

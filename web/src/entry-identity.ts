import { family } from "./identity/families/family"
import { DEFAULT_MARK, type MarkSettings } from "./identity/identity"
import { appIcon, favicon, mark } from "./identity/mark"
import { css, theme } from "./identity/theme"
import { facesOf } from "./identity/type"
import { escapeHtml } from "./lib/html"

type Choices = {
  theme: Record<string, unknown>
  mark: MarkSettings
  /** Where the font files are published. */
  files: Record<string, string>
}

/** What the server keeps of an identity: see internal/site/look.go. */
function look(json: string): string {
  const { theme: chosen, mark: sign, files } = JSON.parse(json) as Choices
  const made = theme(chosen)
  const url = (file: string) => files[file] ?? ""
  const isFresh = made.isDefault && isToday(sign)
  return JSON.stringify({
    css: isFresh ? "" : css(made, url),
    fonts: isFresh ? [] : facesOf(made.type).map(({ file }) => url(file)),
    light: made.light.bg,
    dark: made.dark.bg,
    mark: isToday(sign) ? "" : signOf(sign),
    favicon: favicon(sign, made),
    icon: appIcon(sign, made),
  })
}

const isToday = ({ kind, frame, dot, initial }: MarkSettings) =>
  kind !== "uploaded" &&
  frame === DEFAULT_MARK.frame &&
  dot === DEFAULT_MARK.dot &&
  initial === DEFAULT_MARK.initial

/** The sign of the studio in a page. A file that is not made for dark pages gets a plate there. */
export function signOf(sign: MarkSettings): string {
  if (sign.kind !== "uploaded" || !sign.url) return mark(sign, "mk")
  const image = (address: string, names: string) =>
    `<img class="mk-file${names}" src="${escapeHtml(address)}" alt="" height="26">`
  if (!sign.dark_url) return image(sign.url, " mk-plate")
  return image(sign.url, " mk-light") + image(sign.dark_url, " mk-dark")
}

// The engine of the server loads this only for studios that chose something.
Object.assign(globalThis, { look, family })

import { escapeText } from "./families/today/scene"
import { DEFAULT_MARK, type MarkSettings } from "./identity"
import { mark } from "./mark"

/** Whether it is the sign that Vitrine came with, which stylesheets and components have anyway. */
export const isFreshSign = ({ kind, frame, dot, initial }: MarkSettings) =>
  kind !== "uploaded" &&
  frame === DEFAULT_MARK.frame &&
  dot === DEFAULT_MARK.dot &&
  initial === DEFAULT_MARK.initial

/** The sign of the studio in a page. A file that is not made for dark pages gets a plate there. */
export function signOf(sign: MarkSettings): string {
  if (sign.kind !== "uploaded" || !sign.url) return mark(sign, "mk")
  const image = (address: string, names: string) =>
    `<img class="mk-file${names}" src="${escapeText(address)}" alt="" height="26">`
  if (!sign.dark_url) return image(sign.url, " mk-plate")
  return image(sign.url, " mk-light") + image(sign.dark_url, " mk-dark")
}

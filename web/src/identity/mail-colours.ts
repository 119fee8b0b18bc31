import { DEFAULT_LIGHT } from "./default-palette"
import type { Palette, Theme } from "./theme"

const tones = (of: Palette) => ({
  page: of.bg,
  sheet: of.surface,
  ink: of.ink,
  onInk: of["on-ink"],
  line: of.line,
  quote: of.field,
  link: of.edge,
  foot: of["ink-2"],
})

/** What mails take of a theme, as internal/mail/colours.go has it; nothing for the hues that Vitrine came with, whose mails stay as they are. */
export const mailColours = ({ light, dark }: Theme) =>
  light === DEFAULT_LIGHT ? undefined : { light: tones(light), dark: tones(dark) }

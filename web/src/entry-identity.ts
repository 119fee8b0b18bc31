import { backstockFile, family } from "./identity/families/family"
import type { SizedPhoto } from "./identity/families/photographs"
import type { MarkSettings, ThemeSettings } from "./identity/identity"
import { appIcon, favicon } from "./identity/mark"
import { isFreshSign, signOf } from "./identity/sign"
import { css, theme } from "./identity/theme"
import { facesOf } from "./identity/type"

type Choices = {
  name: string
  theme: Pick<ThemeSettings, "art" | "seed"> & { photos: SizedPhoto[] }
  mark: MarkSettings
  /** Where the font files are published. */
  files: Record<string, string>
}

/** What the server keeps of an identity: see internal/site/look.go. */
function look(json: string): string {
  const { name, theme: chosen, mark: sign, files } = JSON.parse(json) as Choices
  const made = theme(chosen)
  const url = (file: string) => files[file] ?? ""
  const { art, seed, photos } = chosen
  const isVessels = art === "vessels" && seed === null
  const isFresh = made.isDefault && isFreshSign(sign) && isVessels
  return JSON.stringify({
    css: isFresh ? "" : css(made, url),
    fonts: isFresh ? [] : facesOf(made.type).map(({ file }) => url(file)),
    light: made.light.bg,
    dark: made.dark.bg,
    backstock: isVessels ? "" : backstockFile(family(art, { name, seed, photos })),
    mark: isFreshSign(sign) ? "" : signOf(sign),
    favicon: favicon(sign, made),
    icon: appIcon(sign, made),
  })
}

// The engine of the server loads this only for studios that chose something.
Object.assign(globalThis, { look, family })

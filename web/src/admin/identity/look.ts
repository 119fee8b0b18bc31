import {
  DEFAULT_MARK,
  DEFAULT_THEME,
  type MarkSettings,
  type ThemeSettings,
} from "@/identity/identity"
import { type Declared, formOf, saveOf, valuesOf } from "@/lib/document"
import { type Site, type SiteValues, site } from "@/lib/documents.gen"
import type { Showing } from "@/lib/preview"
import { isSame } from "@/lib/same"
import { siteSettings } from "@/lib/schema.gen"

type Place = Pick<SiteValues, "name" | "city" | "country" | "language" | "time_zone" | "icon_url">

/** The identity as one flat form, so that changes of two people merge by field. */
export type Look = Place & ThemeSettings & MarkSettings

const PLACE = {
  name: true,
  city: true,
  country: true,
  language: true,
  time_zone: true,
  icon_url: true,
} as const

const keysOf = <Of extends object>(of: Of) => Object.keys(of) as (keyof Of & keyof Look)[]

const some = <Key extends keyof Look>(look: Look, keys: Key[]) =>
  Object.fromEntries(keys.map((key) => [key, look[key]])) as Pick<Look, Key>

export const lookOf = (doc: Site | null): Look => {
  const { theme, mark, ...values } = valuesOf(site, doc)
  return {
    ...some(values as unknown as Look, keysOf(PLACE)),
    ...DEFAULT_THEME,
    ...theme,
    ...DEFAULT_MARK,
    ...mark,
  }
}

export const themeOf = (look: Look): ThemeSettings => some(look, keysOf(DEFAULT_THEME))
export const markOf = (look: Look): MarkSettings => some(look, keysOf(DEFAULT_MARK))

/** The look in the form it is stored in. */
const settingsOf = (look: Look): Place & Pick<SiteValues, "theme" | "mark"> => ({
  ...some(look, keysOf(PLACE)),
  theme: themeOf(look),
  mark: markOf(look),
})

export const identityOf = (look: Look): Showing["identity"] => settingsOf(look)

const rules = siteSettings.pick(PLACE).extend({
  ...siteSettings.shape.theme.shape,
  ...siteSettings.shape.mark.shape,
})

export const identity: Declared<Site, Look> = {
  ...formOf({
    of: "site",
    name: "identity",
    table: "site_settings",
    empty: lookOf(null),
    rules,
  }),
  label: site.label,
  images: ["icon_url", "url", "dark_url"],
}

/** The most pictures, and the most characters of what one shows; the server has the same rules. */
export const PHOTOS = { most: 12, alt: 160 }

/** What the choices are called in sentences about them. */
export const CALLED: Record<keyof Look, string> = {
  name: "Name",
  city: "City",
  country: "Country",
  language: "Language",
  time_zone: "Time zone",
  icon_url: "Icon",
  hue_glass: "Glass",
  hue_dot: "Dot",
  tint: "Tint",
  type: "Type",
  art: "Artwork",
  seed: "Seed",
  pack: "Voice",
  fallback: "Drawings beside photographs",
  photos: "Photographs",
  kind: "Kind of mark",
  frame: "Frame",
  dot: "Place of the dot",
  initial: "Initial",
  url: "Mark",
  dark_url: "Mark for dark pages",
}

export const saveLook = (look: Look, base: Site | null): Promise<Site> => {
  const settings = settingsOf(look)
  const before = settingsOf(lookOf(base))
  return saveOf(site, settings, base, before)
}

/** The fields in which two looks differ. */
export const changesOf = (look: Look, before: Look) =>
  keysOf(before).filter((key) => !isSame(look[key], before[key]))
